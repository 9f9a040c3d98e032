import { AuthError } from './auth-error.js'

/** The config function did not return a configuration object. */
export class InvalidConfig extends AuthError {
  override readonly type = 'InvalidConfig'
}

/** `basePath` is not an absolute path. */
export class InvalidBasePath extends AuthError {
  override readonly type = 'InvalidBasePath'
}

/** `origin` is not the origin of an http(s) URL. */
export class InvalidOrigin extends AuthError {
  override readonly type = 'InvalidOrigin'
}

/** Browsers would refuse or misread a cookie's name or attributes. */
export class InvalidCookieOptions extends AuthError {
  override readonly type = 'InvalidCookieOptions'
}

/** `graceDays` is not a number of days, or the sessions of users cannot be ended. */
export class InvalidGracePeriod extends AuthError {
  override readonly type = 'InvalidGracePeriod'
}

/** A custom page is neither a path nor an http(s) URL. */
export class InvalidPage extends AuthError {
  override readonly type = 'InvalidPage'
}

/** A lifetime is not a valid number of seconds, or the strategy is unknown. */
export class InvalidSessionOptions extends AuthError {
  override readonly type = 'InvalidSessionOptions'
}

/** A provider has no valid id, name or type. */
export class InvalidProviderConfig extends AuthError {
  override readonly type = 'InvalidProviderConfig'
}

/** Two providers have the same id, or ids that differ only in case. */
export class DuplicateProvider extends AuthError {
  override readonly type = 'DuplicateProvider'
}

/** The config uses a feature whose `experimental` flag is off. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  override readonly type = 'ExperimentalFeatureNotEnabled'
}

/** A credentials provider has no `authorize` function. */
export class MissingAuthorize extends AuthError {
  override readonly type = 'MissingAuthorize'
}

/** `providers` is not an array. */
export class MissingProviders extends AuthError {
  override readonly type = 'MissingProviders'
}

/** Neither `secret` nor `AUTH_SECRET` is set. */
export class MissingSecret extends AuthError {
  override readonly type = 'MissingSecret'
}

/** The first secret is too short, or a well-known placeholder. */
export class WeakSecret extends AuthError {
  override readonly type = 'WeakSecret'
  /** Whether the secret may be random, and is only too short. */
  readonly isOnlyShort: boolean

  constructor(message: string, options: { readonly isOnlyShort?: boolean } = {}) {
    super(message)
    this.isOnlyShort = options.isOnlyShort ?? false
  }
}

/** Two providers enable autofill (`enableConditionalUI`), but only one can. */
export class DuplicateConditionalUI extends AuthError {
  override readonly type = 'DuplicateConditionalUI'
}

/**
 * A provider enables passkey autofill, but no field of its form has `webauthn` in `autocomplete`.
 */
export class MissingWebAuthnAutocomplete extends AuthError {
  override readonly type = 'MissingWebAuthnAutocomplete'
}

/** The config needs an adapter, but has none. */
export class MissingAdapter extends AuthError {
  override readonly type = 'MissingAdapter'
}

/** The adapter lacks methods that the config needs. The message names them. */
export class MissingAdapterMethods extends AuthError {
  override readonly type = 'MissingAdapterMethods'
}

/** A step needs a mail, but the config has no e-mail provider, or the provider is disabled. */
export class MissingMailer extends AuthError {
  override readonly type = 'MissingMailer'
}

/** The config does not trust the host of the request. */
export class UntrustedHost extends AuthError {
  override readonly type = 'UntrustedHost'
}

/** A provider has neither an issuer nor all of the required endpoints. */
export class InvalidEndpoints extends AuthError {
  override readonly type = 'InvalidEndpoints'
}

/** An OAuth or OpenID Connect provider has no `clientId`. */
export class MissingClientId extends AuthError {
  override readonly type = 'MissingClientId'
}

/**
 * An OAuth or OpenID Connect provider lacks the secret or key that its authentication method needs.
 */
export class MissingClientSecret extends AuthError {
  override readonly type = 'MissingClientSecret'
}
