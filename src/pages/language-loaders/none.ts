/**
 * Stands for each of the other files in bundles for Cloudflare Workers (the condition `workerd`).
 * They are one file each, so every language would be in it. An app passes the languages that it
 * wants in the option `languages`.
 */
export const loaders: Readonly<Record<string, never>> = {}
