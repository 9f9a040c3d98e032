import type { AuthConfig as AuthJsConfig, LoggerInstance as AuthJsLogger } from '@auth/core/types'
import { skipCSRFCheck } from '@auth/core'
import TheirCredentials, {
  type CredentialsConfig as TheirCredentialsConfig,
} from '@auth/core/providers/credentials'
import type { EmailConfig as TheirEmailConfig } from '@auth/core/providers/email'
import GitHub from '@auth/core/providers/github'
import Google from '@auth/core/providers/google'
import Nodemailer from '@auth/core/providers/nodemailer'
import Resend from '@auth/core/providers/resend'
import Sendgrid from '@auth/core/providers/sendgrid'
import type { LoggerInstance, Overrides } from '../../../src/model/options.js'
import type { Provider } from '../../../src/model/provider.js'
import type { AuthConfig } from '../../../src/model/config.js'

declare function accept<T>(...values: T[]): void

// Providers of Auth.js need no cast.
accept<Provider[]>([GitHub, Google({ clientId: 'a' })])
declare const theirMail: TheirEmailConfig
declare const theirForm: TheirCredentialsConfig
const fields = { name: { label: 'Name', type: 'text', required: true } }
accept<Provider[]>([theirMail, Resend, Resend({ from: 'a' }), Sendgrid({}), Nodemailer({})])
accept<Provider[]>([theirForm, TheirCredentials({ credentials: fields, authorize: () => null })])
accept<AuthConfig>({ providers: [theirMail, theirForm], skipCSRFCheck })

// That leaves the types of an object in the config as they are.
accept<Provider[]>([
  {
    ...({ id: 'mail', name: 'Mail', type: 'email' } as const),
    sendVerificationRequest({ identifier, mail, provider, theme }) {
      accept<string>(identifier, mail.html, provider.id)
      accept<string | undefined>(provider.from, theme.brandColor)
    },
  },
  {
    ...({ id: 'form', name: 'Form', type: 'credentials', credentials: fields } as const),
    authorize: (values, request) => (values['name'] === request.url ? { id: 'a' } : null),
  },
])
// @ts-expect-error the mail needs text
accept<Provider>({ ...theirMail, sendVerificationRequest: (count: number) => accept(count) })
// @ts-expect-error a form needs fields
accept<Provider>({ ...theirForm, credentials: 'name' })
// @ts-expect-error the marker is a symbol
accept<AuthConfig>({ providers: [], skipCSRFCheck: 'yes' })

// Loggers of both forms compile, with and without types of their own.
declare const theirs: Partial<AuthJsLogger>
accept<Overrides<LoggerInstance>>(theirs)
accept<Overrides<LoggerInstance>>({
  error: (code: string, ...message: unknown[]) => accept<unknown>(code, message),
  warn: (code: string) => accept<unknown>(code),
})
accept<Overrides<LoggerInstance>>({ error: (error: Error) => accept<unknown>(error.message) })
accept<Overrides<LoggerInstance>>({
  error(error) {
    accept<unknown>(error.name, error.message, error.stack)
  },
  debug(message, metadata) {
    accept<unknown>(message, metadata)
  },
})
accept<Overrides<LoggerInstance>>({
  error: (code, ...message) => accept<unknown>(code.toUpperCase(), message),
})
// @ts-expect-error a logger level is a function
accept<Overrides<LoggerInstance>>({ error: 'console' })

declare const config: Pick<
  AuthJsConfig,
  'pages' | 'theme' | 'session' | 'secret' | 'debug' | 'trustHost'
>
accept<Pick<AuthConfig, 'pages' | 'theme' | 'session' | 'secret' | 'debug' | 'trustHost'>>(config)
