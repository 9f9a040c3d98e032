/** Returns a user's id as a string, because a database may return a number despite the type. */
export function idOf({ id }: { readonly id?: unknown }): string {
  if (typeof id === 'string') return id
  return typeof id === 'bigint' ? id.toString() : JSON.stringify(id ?? '')
}
