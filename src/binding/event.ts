import type { EnvGetter, FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/**
 * The members of a request event that Latchkey uses. Both versions of Qwik pass such an event to
 * plugins, loaders, actions, endpoints and `server$`.
 */
export interface AuthEvent {
  readonly request: Request
  readonly url: URL
  readonly headers: Headers
  readonly sharedMap: Map<string, unknown>
  readonly platform: unknown
  readonly env: EnvGetter
  /**
   * Whether the response has started, so that Qwik accepts no more headers. Qwik always sets it.
   */
  readonly headersSent?: boolean
  readonly cookie: {
    set: (name: string, value: string, options: AuthCookieOptions) => void
  }
}

/** The attributes of a cookie, as both versions of Qwik write them. */
export interface AuthCookieOptions {
  readonly domain?: string
  readonly expires?: Date
  readonly httpOnly?: boolean
  readonly maxAge?: number
  readonly path?: string
  readonly sameSite?: 'strict' | 'lax' | 'none'
  readonly secure?: boolean
}

/** A request that can be answered. The caller must throw what the answering members return. */
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

/** The request that runs an action. */
export interface ActionEvent extends AnswerableEvent {
  fail: <T extends object>(status: number, data: T) => T & { readonly failed: true }
}

/** The app's config function, as Qwik's optimizer outputs it. */
export interface ConfigQrl<S extends DefaultSession> {
  (event: AuthEvent): Promise<FrameworkAuthConfig<S>>
  getHash: () => string
  /** The name of the function in the client build's manifest. */
  getSymbol?: () => string
  /** Variables of an enclosing function that the config function reads. */
  getCaptured?: () => readonly unknown[] | null
  /** Where the function is written. Qwik's dev server sets it. */
  readonly dev?: { readonly file?: string | undefined } | null | undefined
}
