import type { Context } from '../../context/context.js'
import { sealedCookie } from '../../context/sealed-cookie.js'

/** An authenticator app that is being set up. It is stored when its first code was typed. */
export interface SetUp {
  /** The id that the factor will have. */
  readonly id: string
  readonly userId: string
  /** The pending sign-in or the session that began it. Another one cannot finish it. */
  readonly owner: string
  /** The secret in base64url. */
  readonly secret: string
  /** In seconds since the epoch. */
  readonly expires: number
}

const idPrefix = 'totp:'

/** Returns the id of a new authenticator app. */
export function createAppId(random: string): string {
  return `${idPrefix}${random}`
}

/** Whether an id is that of an authenticator app, also of one that was removed. */
export function isAppId(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith(idPrefix)
}

/** Seconds for which a set-up may take. */
export const setUpLifetime: number = 10 * 60

const cookie = sealedCookie<SetUp>('factor-set-up')

export async function keepSetUp(ctx: Context, setUp: SetUp): Promise<void> {
  await cookie.keep(ctx, setUp, setUpLifetime)
}

/** Returns the set-up that this session or pending sign-in began. Each belongs to one user. */
export async function findSetUp(ctx: Context, owner: string): Promise<SetUp | undefined> {
  const found = await cookie.find(ctx)
  return found?.owner === owner && found.expires > ctx.now ? found : undefined
}

export function dropSetUp(ctx: Context): void {
  cookie.drop(ctx)
}
