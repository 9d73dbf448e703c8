import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { isPlainObject } from '../../foundation/json.js';
import type { CatalogueCall } from './tool-catalogue.js';

/** A `tools/call`; its parameters are whatever a client sent. */
export type SentCall = Pick<JSONRPCRequest, 'jsonrpc' | 'id'> & { readonly params?: unknown };

const MEMBERS = ['jsonrpc', 'id', 'method', 'params'];

/** Whether this is a `tools/call` that can be answered. Models give null for parameters: that is for the runtime to refuse. */
export function isCall(message: unknown): message is SentCall {
  if (!isPlainObject(message) || message['method'] !== 'tools/call' || message['jsonrpc'] !== '2.0')
    return false;
  const { id } = message;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  for (const member in message) if (!MEMBERS.includes(member)) return false;
  return true;
}

/** What a call asks for: it is for the runtime to repair or refuse. */
export function readCall({ params }: SentCall): Pick<CatalogueCall, 'name' | 'arguments'> {
  const { name, arguments: given } = asObject(params);
  return { name: typeof name === 'string' ? name : '', arguments: given };
}

/** Undefined for a caller that wants to hear of no progress. */
export function readProgressToken({ params }: SentCall): string | number | undefined {
  const { progressToken } = asObject(asObject(params)['_meta']);
  return typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined;
}

const asObject = (value: unknown): Record<string, unknown> => (isPlainObject(value) ? value : {});
