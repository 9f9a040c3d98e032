import type { Context } from '../../context/context.js'
import { dropTokenCookies, tokenCookiePrefix } from '../../context/token-cookies.js'
import { open, seal } from '../../crypto/seal.js'
import { joinChunks, possibleNames, splitIntoChunks } from '../../http/chunks.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { JWT } from '../../model/records.js'
import { startOf } from '../../session/session-start.js'

const label = 'latchkey.kept-tokens'

/** With a session in three cookies, more would exceed the header limits of servers. */
const mostCookies = 2

/** What a cookie holds. The first three say whose it is. */
type Content = readonly [
  user: string,
  sessionStart: number | null,
  provider: string,
  account: AdapterAccount,
]

const fields = [
  'type',
  'providerAccountId',
  'access_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'dpopKey',
  'refreshFailed',
  'issuer',
] as const

/**
 * Keeps the tokens of an account in an encrypted cookie that belongs to the session. If they are too
 * long, they are not kept, and the log says so.
 */
export async function keepTokens(
  ctx: Context,
  claims: JWT,
  account: AdapterAccount,
): Promise<void> {
  const name = cookieName(ctx, claims, account.provider)
  // A refresh that ended after a sign-in may have left cookies of the former session.
  dropTokenCookies(ctx, prefixOf(ctx, claims))
  const { attributes } = ctx.cookies.attempt
  const cookies =
    (await sealIn(ctx, name, claims, account, ['id_token'])) ??
    (await sealIn(ctx, name, claims, account, []))
  if (!cookies) ctx.log.warn('tokens-too-long', explain(account.provider))
  const maxAge = ctx.config.session.absoluteMaxAge
  for (const one of cookies ?? []) ctx.jar.set(one.name, one.value, { maxAge, ...attributes })
  const kept = new Set(cookies?.map((one) => one.name))
  for (const old of possibleNames(name)) if (!kept.has(old)) ctx.jar.delete(old, attributes)
}

async function sealIn(
  { config }: Context,
  name: string,
  claims: JWT,
  account: AdapterAccount,
  more: readonly 'id_token'[],
): Promise<ReturnType<typeof splitIntoChunks>> {
  const known = [...fields, ...more].map((field) => [field, account[field]] as const)
  const picked = Object.fromEntries(known.filter(([, value]) => value !== undefined))
  const content = [...ownerOf(claims), account.provider, picked]
  const sealed = await seal<Content>(JSON.stringify(content), config.secrets, label)
  const cookies = splitIntoChunks(name, sealed)
  return cookies && cookies.length <= mostCookies ? cookies : undefined
}

/** Returns the kept account, unless it is of another user or session. */
export async function readTokens(
  ctx: Context,
  provider: string,
  claims: JWT,
): Promise<AdapterAccount | undefined> {
  const sealed = joinChunks((name) => ctx.jar.get(name), cookieName(ctx, claims, provider))
  const opened = sealed && (await open(sealed, ctx.config.secrets, label))
  if (!opened) return undefined
  // Only this library can encrypt the cookie, so `keepTokens` wrote the value.
  const [user, start, ofProvider, account] = JSON.parse(opened.plaintext) as Content
  const [currentUser, currentStart] = ownerOf(claims)
  const isOwn = user === currentUser && start === currentStart && ofProvider === provider
  if (!isOwn) return undefined
  const own = { ...account, provider, userId: user }
  // Otherwise the tokens would be lost when the old secret is removed.
  if (!opened.current) await keepTokens(ctx, claims, own)
  return own
}

function cookieName(ctx: Context, claims: JWT, provider: string): string {
  return prefixOf(ctx, claims) + encodeURIComponent(provider)
}

function prefixOf(ctx: Context, claims: JWT): string {
  return tokenCookiePrefix(ctx, startOf(claims) ?? 0)
}

/** The user alone is not enough: tokens must not outlive the session that they came with. */
function ownerOf(claims: JWT): readonly [user: string, sessionStart: number | null] {
  return [claims.sub ?? '', startOf(claims) ?? null]
}

function explain(provider: string): string {
  return (
    `The tokens of "${provider}" do not fit into ${mostCookies} cookies, so \`keepTokens\` cannot keep them. ` +
    'Ask the provider for fewer scopes or claims, or use an adapter.'
  )
}
