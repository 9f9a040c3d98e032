import type { EnteredNames } from '../model/entered-names.js'
import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

const cookie = sealedCookie<EnteredNames>('entered')

/** The browser opens the page at once. Afterwards another person may use it. */
const lifetime = 60

/** Longer than any address. A cookie must stay short. */
const longestName = 320

/** Notes what the visitor entered, in case that the sign-in fails. */
export function noteEnteredNames(
  { notes }: Context,
  providerId: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value !== '' && value.length <= longestName) {
      values[name] = value
    }
  }
  if (Object.keys(values).length > 0) notes.entered = { providerId, values }
}

/** Keeps the noted names for the page with the form. A URL would end up in logs. */
export async function keepEnteredNames(ctx: Context): Promise<void> {
  const { entered } = ctx.notes
  if (entered) await cookie.keep(ctx, entered, lifetime)
}

export async function findEnteredNames(ctx: Context): Promise<EnteredNames | undefined> {
  return cookie.find(ctx)
}

export function dropEnteredNames(ctx: Context): void {
  cookie.drop(ctx)
}
