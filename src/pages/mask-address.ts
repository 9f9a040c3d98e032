/**
 * Returns an address of which a visitor sees enough to recognize it, such as `j•••@example.com`. The
 * visitor of a pending sign-in may know only the password.
 */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = at === -1 ? [] : email
  return `${first}•••${at === -1 ? '' : email.slice(at)}`
}
