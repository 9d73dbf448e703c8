/** Zero-width characters, soft hyphens and marks of direction: nobody sees them, and models read past them. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A text without what only hides it from patterns: full-width and styled letters, invisible characters. */
export const plainText = (text: string): string => text.normalize('NFKC').replaceAll(INVISIBLE, '');
