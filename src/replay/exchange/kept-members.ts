import { FREE_FORM, STRUCTURE } from '../../journal/record-members.js';

const KEPT = new Set([...STRUCTURE, 'at', 'toolName']);

/** True for members whose texts make an event what it is: it could not be read without them. */
export const isKept = (name: string): boolean => KEPT.has(name);

/** True for members that may hold any JSON, names and numbers chosen by somebody. */
export const isFreeForm = (name: string): boolean => FREE_FORM.has(name) || name === 'arguments';
