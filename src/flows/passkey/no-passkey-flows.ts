/**
 * Stands for `passkey-flows.ts` in bundles for Cloudflare Workers (the condition `workerd`). They
 * are one file each. There, the providers of `latchkey/providers` bring the flows.
 */
export const passkeyFlows: undefined = undefined
