/** A longer list of allowed values costs a model more than all other tools of a request together. */
export const LONG_LIST = 2_000;
