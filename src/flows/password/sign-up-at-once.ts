import type { RouteContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { requireMailPage } from '../../context/require-mailer.js'
import type { NewPassword } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'
import { askSignIn } from '../ask-sign-in.js'
import { answerLater, mailAboutPassword } from './ask-for-mail.js'
import { prepareNewPassword } from './new-password.js'
import type { PasswordProvider } from './password-provider.js'
import { mailVerification } from './verify-address.js'

/**
 * Signs up a visitor who chooses the password before the address is proven. The password is hashed
 * for every address, and the user is created after the response, so that neither its content nor its
 * time tells whether the address has a user.
 *
 * An address that has a user gets the same mail as at an address-first sign-up, and nothing changes.
 */
export async function signUpAtOnce(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const email = requireMailPage(ctx).normalize(ctx.fields['email'])
  return answerLater(ctx, provider, { wish: 'sign-up', email }, async (callbackUrl) => {
    const password = await prepareNewPassword(ctx, provider, { email })
    return async () => {
      const isCreated = await createUser(ctx, provider, email, password)
      if (!isCreated)
        await mailAboutPassword(ctx, provider, { wish: 'sign-up', email, callbackUrl })
    }
  })
}

/** Returns false if the address has a user. */
async function createUser(
  ctx: RouteContext,
  { id: providerId, type }: PasswordProvider,
  email: string,
  password: NewPassword,
): Promise<boolean> {
  const operations = operationsOf(ctx)
  if (await operations.findUserByEmail(email)) return false
  const planned = { id: crypto.randomUUID(), email, emailVerified: null }
  const account = { provider: providerId, type, providerAccountId: planned.id }
  // A redirect has no meaning here, because the response is sent already.
  if (!(await askSignIn(ctx, { user: planned, account })).allowed) return true
  const user = await operations.signUpUnproven(planned, password)
  if (!user) return false
  await emitEvent(ctx, 'createUser', { user })
  // Counted like the mail to an address that has a user.
  await mailVerification(ctx, 'sign-up', user)
  return true
}
