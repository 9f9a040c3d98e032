/** The id of a user as text: a database may give numbers, whatever the type says. */
export function idOf({ id }: { readonly id?: unknown }): string {
  if (typeof id === 'string') return id
  return typeof id === 'bigint' ? id.toString() : JSON.stringify(id ?? '')
}
