// The type imports of `@auth/core/types` and `@auth/qwik` have these names.
export type { Compatibility } from './model/compatibility.js'
export type { AuthConfig, EnvGetter, EnvSource, QwikAuthConfig } from './model/config.js'
export type { CallbacksOptions } from './model/callbacks.js'
export type { EventCallbacks } from './model/events.js'
export type {
  CookieOption,
  CookiesOptions,
  LoggerInstance,
  PagesOptions,
  SessionStrategy,
  Theme,
} from './model/options.js'
export type { PublicProvider } from './model/provider.js'
export type { AuthAction } from './model/auth-action.js'
export type {
  Account,
  DefaultSession,
  DefaultUser,
  Profile,
  Session,
  TokenSet,
  User,
} from './model/records.js'
export type { Awaitable } from './model/awaitable.js'
export type { Authenticator } from './model/adapter.js'
export type { JWT } from './model/records.js'
