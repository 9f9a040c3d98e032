import type { EnvGetter, FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/**
 * A request as either version of Qwik hands it to plugins, loaders, actions, endpoints and
 * `server$`: the part of it that we ask for.
 */
export interface AuthEvent {
  readonly request: Request
  readonly url: URL
  readonly headers: Headers
  readonly sharedMap: Map<string, unknown>
  readonly platform: unknown
  readonly env: EnvGetter
  /** Whether the answer is on its way and takes no more headers; Qwik says so of every request. */
  readonly headersSent?: boolean
  readonly cookie: {
    set: (name: string, value: string, options: AuthCookieOptions) => void
  }
}

/** The attributes of a cookie, as either version of Qwik writes them. */
export interface AuthCookieOptions {
  readonly domain?: string
  readonly expires?: Date
  readonly httpOnly?: boolean
  readonly maxAge?: number
  readonly path?: string
  readonly sameSite?: 'strict' | 'lax' | 'none'
  readonly secure?: boolean
}

/** A request that can be answered; what the answering members give must be thrown. */
export interface AnswerableEvent extends AuthEvent {
  readonly originalUrl: URL
  readonly clientConn: { readonly ip?: string | undefined }
  redirect: (status: 302, url: string) => unknown
  error: (status: 401 | 403, data: object) => unknown
  send: {
    (response: Response): unknown
    (status: 200 | 401 | 403, body: string): unknown
  }
}

/** The request of an action. */
export interface ActionEvent extends AnswerableEvent {
  fail: <T extends object>(status: number, data: T) => T & { readonly failed: true }
}

/** The config function of the application, as Qwik's optimizer leaves it. */
export interface ConfigQrl<S extends DefaultSession> {
  (event: AuthEvent): Promise<FrameworkAuthConfig<S>>
  getHash: () => string
  /** The name of the function in the manifest of the client build. */
  getSymbol?: () => string
  /** Variables of a function around it that the config function reads. */
  getCaptured?: () => readonly unknown[] | null
}
