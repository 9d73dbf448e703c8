import { isPlainObject } from '../foundation/json.js';

/** Why a value is no content block, to follow "content block 2"; undefined when it is one. */
export function findContentMistake(block: unknown): string | undefined {
  if (!isPlainObject(block)) return 'is not a plain object';
  switch (block['type']) {
    case 'text':
      return wantTexts(block, ['text']);
    case 'image':
    case 'audio':
      return wantTexts(block, ['data', 'mimeType']);
    case 'resource_link':
      return wantTexts(block, ['uri', 'name']);
    case 'resource':
      return findResourceMistake(block['resource']);
    default:
      return 'has a type that is none of text, image, audio, resource and resource_link';
  }
}

function findResourceMistake(resource: unknown): string | undefined {
  if (!isPlainObject(resource)) return 'has no resource';
  const holdsText = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string';
  return holdsText ? wantTexts(resource, ['uri']) : 'has neither text nor blob';
}

function wantTexts(block: Record<string, unknown>, names: readonly string[]): string | undefined {
  const missing = names.filter(name => typeof block[name] !== 'string');
  return missing.length === 0 ? undefined : `has no text in ${missing.join(' and ')}`;
}
