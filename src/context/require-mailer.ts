import type { ResolvedEmailProvider } from '../config/email-provider.js'
import { MissingMailer } from '../errors/config-errors.js'
import { UnknownAction } from '../errors/request-errors.js'
import type { SignInContext } from './context.js'

/**
 * Returns the provider that sends the mails. Throws if the app cannot send any, so that a step that
 * needs a mail is refused and never skipped.
 */
export function requireMailer({ config }: Pick<SignInContext, 'config'>): ResolvedEmailProvider {
  if (config.mailer) return config.mailer
  const cause = config.disabledMailer
  throw cause
    ? new MissingMailer('This step sends a mail, but the e-mail provider is disabled.', { cause })
    : new MissingMailer(
        'This step sends a mail, but the config has no e-mail provider. Add one, with `signIn: false` if it is for passwords only.',
      )
}

/** Does the same for a page that exists only in an app with an e-mail provider. */
export function requireMailPage(ctx: Pick<SignInContext, 'config'>): ResolvedEmailProvider {
  const { mailer, disabledMailer } = ctx.config
  if (mailer ?? disabledMailer) return requireMailer(ctx)
  throw new UnknownAction(
    'This page sends mails, but the config has no e-mail provider. Add one, with `signIn: false` if it is for passwords only.',
  )
}
