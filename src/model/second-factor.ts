import type { Awaitable } from './awaitable.js'
import type { User } from './records.js'

/** A kind of second factor that users can set up. `latchkey/factors` has a function for each. */
export interface SecondFactorMethod {
  readonly type: SecondFactorType
  /** Loads the pages and forms, so that an app without second factors does not contain them. */
  readonly loadFlows: () => Promise<unknown>
}

/**
 * `totp`: an authenticator app. `passkey`: a passkey of the app's passkey provider. `email-code`: a
 * mailed code, for users who have nothing else.
 */
export type SecondFactorType = 'totp' | 'passkey' | 'email-code'

/** The option `secondFactor`: how users confirm a sign-in with something that they have. */
export interface SecondFactorOptions {
  /** What users can confirm a sign-in with. Recovery codes are part of it. */
  methods: readonly SecondFactorMethod[]
  /**
   * Who is asked for a second factor after the first one. `if-enrolled`: every user who has one.
   * A function decides for each user. If it returns `true`, a user without a second factor sets one
   * up before the first session. A user who has one is always asked. `never`: no user at sign-in,
   * only where the app asks for two factors. Default: `if-enrolled`.
   */
  required?: 'never' | 'if-enrolled' | ((user: User) => Awaitable<boolean>) | undefined
  /**
   * Whether users may choose not to be asked again in a browser, and for how many days. `true` means
   * 30. Default: `false`.
   */
  rememberDevice?: boolean | { days: number } | undefined
}
