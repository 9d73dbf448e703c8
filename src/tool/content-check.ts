import { isPlainObject } from '../foundation/json.js';

/** Why a value is no content block that clients accept, to follow "content block 2"; undefined when it is one. */
export function findContentMistake(block: unknown): string | undefined {
  if (!isPlainObject(block)) return 'is not a plain object';
  switch (block['type']) {
    case 'text':
      return wantTexts(block, ['text']);
    case 'image':
    case 'audio':
      return wantTexts(block, ['data', 'mimeType']) ?? wantBase64(block, 'data');
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
  const { text, blob } = resource;
  if (text === undefined && blob === undefined) return 'has neither text nor blob';
  if (text !== undefined && typeof text !== 'string') return 'has no text in text';
  if (blob !== undefined && typeof blob !== 'string') return 'has no text in blob';
  return (
    wantTexts(resource, ['uri']) ?? (typeof blob === 'string' ? wantBase64(resource, 'blob') : undefined)
  );
}

function wantTexts(block: Record<string, unknown>, names: readonly string[]): string | undefined {
  const missing = names.filter(name => typeof block[name] !== 'string');
  return missing.length === 0 ? undefined : `has no text in ${missing.join(' and ')}`;
}

function wantBase64(block: Record<string, unknown>, name: string): string | undefined {
  return isBase64(block[name] as string)
    ? undefined
    : `has no base64 in ${name} (give bytes, or base64 without a \`data:\` prefix)`;
}

const LETTERS = /^[A-Za-z0-9+/]*$/;
/** An expression that runs over millions of characters at once may use up the engine's stack. */
const PIECE = 65_536;

/** Padding is not needed, but where it stands it has to be right; one letter beyond a group of four is less than a byte. */
function isBase64(data: string): boolean {
  const [padding = ''] = /={0,2}$/.exec(data.slice(-2)) ?? [];
  const end = data.length - padding.length;
  if (data.length % 4 === 1 || (padding !== '' && (data.length % 4 !== 0 || end < 2))) return false;
  for (let start = 0; start < end; start += PIECE) {
    if (!LETTERS.test(data.slice(start, Math.min(start + PIECE, end)))) return false;
  }
  return true;
}

/** What is wrong with what a block, as JSON, carries besides: a client refuses a whole result for it. */
export function findExtraMistake(block: unknown): string | undefined {
  if (!isPlainObject(block)) return undefined;
  const { annotations, resource, _meta: meta } = block;
  const wrong = ['mimeType', 'title', 'description'].find(
    name => block[name] !== undefined && typeof block[name] !== 'string',
  );
  if (wrong !== undefined) return `has no text in ${wrong}`;
  if (meta !== undefined && !isPlainObject(meta)) return 'has no object in _meta';
  if (block['size'] !== undefined && typeof block['size'] !== 'number') return 'has no number in size';
  if (block['icons'] !== undefined && !areIcons(block['icons'])) return 'has no list of { src } in icons';
  return (
    (annotations === undefined ? undefined : findAnnotationMistake(annotations)) ?? findExtraMistake(resource)
  );
}

function findAnnotationMistake(annotations: unknown): string | undefined {
  if (!isPlainObject(annotations)) return 'has no object in annotations';
  const { audience, priority, lastModified } = annotations;
  if (audience !== undefined && !isAudience(audience))
    return "has something else than 'user' and 'assistant' in annotations.audience";
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1))
    return 'has no number from 0 to 1 in annotations.priority';
  if (lastModified !== undefined && !(typeof lastModified === 'string' && DATE_TIME.test(lastModified)))
    return 'has no date-time in annotations.lastModified';
  return undefined;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function areIcons(icons: unknown): boolean {
  return (
    Array.isArray(icons) &&
    icons.every(
      (icon: unknown) =>
        isPlainObject(icon) &&
        typeof icon['src'] === 'string' &&
        (icon['mimeType'] === undefined || typeof icon['mimeType'] === 'string') &&
        (icon['sizes'] === undefined ||
          (Array.isArray(icon['sizes']) && icon['sizes'].every(size => typeof size === 'string'))),
    )
  );
}

const isAudience = (value: unknown): boolean =>
  Array.isArray(value) && value.every(who => who === 'user' || who === 'assistant');
