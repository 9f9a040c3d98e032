/**
 * Returns the schemes that a form on a page of this origin may redirect to. A page on https does not
 * allow http, which anyone on the network can read.
 */
export function formSchemes(origin: string): readonly string[] {
  return origin.startsWith('http:') ? ['https:', 'http:'] : ['https:']
}
