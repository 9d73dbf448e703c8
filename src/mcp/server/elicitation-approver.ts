import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../execution/ports.js';
import { toJson } from '../../foundation/codecs.js';
import type { CallingClient } from '../protocol/calling-client.js';

const MAX_SHOWN = 2_000;

/** Lets the user of a client decide about calls; undefined for a client that cannot ask its user. */
export function findApprover(client: CallingClient): Approver | undefined {
  return client.abilities.elicitsForm ? { decide: request => ask(client, request) } : undefined;
}

async function ask(client: CallingClient, { call, reason }: ApprovalRequest): Promise<ApprovalAnswer> {
  const { secrets } = call.run;
  const given = JSON.stringify(secrets.maskJson(toJson(call.action)));
  const shown =
    given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)}… (${given.length} characters)` : given;
  const why = reason === undefined ? '' : ` ${secrets.mask(reason)}`;
  const { action } = await client.elicit({
    mode: 'form',
    message: `May the tool '${call.tool.name}' run with ${shown}?${why}`,
    requestedSchema: { type: 'object', properties: {} },
  });
  if (action === 'accept') return { approved: true };
  return {
    approved: false,
    reason: action === 'decline' ? 'the user declined' : 'the user gave no answer',
  };
}
