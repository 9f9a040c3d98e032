import type { Context } from '../../context/context.js'
import { decodeBase64url, encodeBase64url } from '../../crypto/base64.js'
import { randomHex } from '../../crypto/random.js'
import { encodeBase32 } from '../../factors/base32.js'
import { otpauthUrl } from '../../factors/otpauth-url.js'
import { renderQrCode } from '../../factors/qr-code.js'
import { createTotpSecret } from '../../factors/totp.js'
import { requireFactorOwner, type FactorOwner } from './factor-owner.js'
import type { OfferedFactor } from './load-flows.js'
import { createAppId, findSetUp, keepSetUp, setUpLifetime, type SetUp } from './set-up-cookie.js'

/** Returns what a page of the app needs to offer an authenticator app. */
export async function offerFactor(ctx: Context): Promise<OfferedFactor> {
  const { url, key } = await beginSetUp(ctx, await requireFactorOwner(ctx))
  return { url, key, qrCode: String(await renderQrCode(url)) }
}

/**
 * Begins the set-up of an authenticator app. It goes on with the one that this browser has begun, so
 * that a wrong code does not need a new scan.
 */
export async function beginSetUp(
  ctx: Context,
  owner: FactorOwner,
): Promise<Pick<OfferedFactor, 'url' | 'key'>> {
  const { secret: kept } = await findOrCreate(ctx, owner)
  const secret = decodeBase64url(kept)
  const { email, name } = owner.user
  const url = otpauthUrl({ site: new URL(ctx.origin).host, account: email ?? name ?? '', secret })
  return { url, key: encodeBase32(secret) }
}

async function findOrCreate(ctx: Context, owner: FactorOwner): Promise<SetUp> {
  const known = await findSetUp(ctx, owner.key)
  if (known) return known
  const { userId } = owner.factors
  const { random } = ctx.config.runtime
  const setUp = {
    id: createAppId(randomHex(16, random)),
    userId,
    owner: owner.key,
    secret: encodeBase64url(createTotpSecret(random)),
    expires: ctx.now + setUpLifetime,
  }
  await keepSetUp(ctx, setUp)
  return setUp
}
