import type { AuthConfig, DefaultSession } from '../../../src/core.js'
import type { EmailConfig } from '../../../src/model/email.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import {
  fakeProvider,
  inbox,
  signInAs,
  type FakeFailure,
  type FakeReturn,
  type FakeUser,
  type ReceivedMail,
  type SignedInUser,
} from '../../../src/testing.js'

interface RoleSession extends DefaultSession {
  role: string
}

declare const config: AuthConfig<RoleSession>

// A config with its own session type is accepted, and so are columns of the app.
export const signedIn: Promise<SignedInUser> = signInAs(config, { id: 'ada', role: 'admin' })

// @ts-expect-error A user id is text.
void signInAs(config, { id: 1 })

// @ts-expect-error The expiry is a date.
void signInAs(config, {}, { expires: 60 })

// Playwright takes this object as `storageState`.
export async function toPlaywright(): Promise<{
  cookies: {
    name: string
    value: string
    domain: string
    path: string
    expires: number
    httpOnly: boolean
    secure: boolean
    sameSite: 'Strict' | 'Lax' | 'None'
  }[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}> {
  return (await signedIn).storageState
}

const fake = fakeProvider({ users: [{ sub: 'ada', department: 'Engines' }] })
export const provider: OIDCConfig<Profile> = fake.provider({ id: 'op' })
export const returned: FakeReturn = fake.authorize('https://provider.test/authorize', 'ada')

// @ts-expect-error A user of a provider has a `sub`.
export const withoutSub: FakeUser = { name: 'Ada' }

// @ts-expect-error Only endpoints of the provider can fail.
fake.fail('session')

// @ts-expect-error A failure has an error or a status.
export const failure: FakeFailure = {}

const mails = inbox()
export const mailProvider: EmailConfig = mails.provider({ codeLength: 6 })
export const mail: Promise<ReceivedMail> = mails.next('ada@example.com', { timeout: 100 })

// @ts-expect-error The received mails cannot be changed.
mails.mails.push()
