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

/** A cookie name or attribute that browsers would refuse or misread. */
export class InvalidCookieOptions extends AuthError {
  override readonly type = 'InvalidCookieOptions'
}

/** A custom page is neither a path nor an http(s) URL. */
export class InvalidPage extends AuthError {
  override readonly type = 'InvalidPage'
}

/** A lifetime that is not a usable number of seconds, or an unknown strategy. */
export class InvalidSessionOptions extends AuthError {
  override readonly type = 'InvalidSessionOptions'
}

/** A provider without a usable id, name or type. */
export class InvalidProviderConfig extends AuthError {
  override readonly type = 'InvalidProviderConfig'
}

/** Two providers whose ids are equal, or differ only in case. */
export class DuplicateProvider extends AuthError {
  override readonly type = 'DuplicateProvider'
}

/** A feature is used whose `experimental` flag is off. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  override readonly type = 'ExperimentalFeatureNotEnabled'
}

/** A credentials provider without `authorize`. */
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

/** The secret that seals is too short, or a well-known placeholder. */
export class WeakSecret extends AuthError {
  override readonly type = 'WeakSecret'
}

/** Two providers want to fill the same form by themselves. */
export class DuplicateConditionalUI extends AuthError {
  override readonly type = 'DuplicateConditionalUI'
}

/** Passkeys are to be offered by autofill, and no field of the form says so. */
export class MissingWebAuthnAutocomplete extends AuthError {
  override readonly type = 'MissingWebAuthnAutocomplete'
}

/** Something in the config needs an adapter, and there is none. */
export class MissingAdapter extends AuthError {
  override readonly type = 'MissingAdapter'
}

/** The adapter lacks methods that the config needs; the message names them. */
export class MissingAdapterMethods extends AuthError {
  override readonly type = 'MissingAdapterMethods'
}

/** The host of the request is not one that the configuration trusts. */
export class UntrustedHost extends AuthError {
  override readonly type = 'UntrustedHost'
}

/** A provider names no issuer, and not all the endpoints either. */
export class InvalidEndpoints extends AuthError {
  override readonly type = 'InvalidEndpoints'
}

/** An oauth or oidc provider without `clientId`. */
export class MissingClientId extends AuthError {
  override readonly type = 'MissingClientId'
}

/** An oauth or oidc provider whose way to authenticate needs a secret or a key that is not there. */
export class MissingClientSecret extends AuthError {
  override readonly type = 'MissingClientSecret'
}
