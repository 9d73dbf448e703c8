import { definedMembers } from '../../../foundation/json.js';

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that are there, for types that tell left out from undefined. */
export const present = <T extends object>(members: T): Present<T> => definedMembers(members) as Present<T>;
