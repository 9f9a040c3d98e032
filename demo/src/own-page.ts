import type { RequestEventBase } from '@builder.io/qwik-city'

const cookieName = 'demo.own-page'

/** Whether this visitor wants the form of the app wherever the built-in sign-in page would stand. */
export function wantsOwnPage({ cookie }: Pick<RequestEventBase, 'cookie'>): boolean {
  return cookie.has(cookieName)
}

export function chooseOwnPage({ cookie }: Pick<RequestEventBase, 'cookie'>, wanted: boolean): void {
  const place = { path: '/', httpOnly: true, sameSite: 'lax' } as const
  if (wanted) cookie.set(cookieName, 'yes', { ...place, maxAge: [1, 'days'] })
  else cookie.delete(cookieName, place)
}
