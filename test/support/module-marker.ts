/** Loaded anew by a test that resets the modules, which is how `leave-no-trace.ts` notices. */
export const marker: object = {}
