import type { Html } from '../http/html.js'
import type { SafeUrl } from './redirects.js'

/** What a flow decided, as data. Only the engine turns it into a `Response`. */
export type Outcome = RedirectOutcome | PageOutcome | JsonOutcome | ScriptOutcome

export interface RedirectOutcome {
  readonly kind: 'redirect'
  readonly to: SafeUrl
  /** The error type that the target page explains. Sent to clients that ask for JSON. */
  readonly error?: string
  /** What the target page asks for before there is a session. */
  readonly needs?: 'second-factor' | 'keep-account'
  /** New recovery codes, which are shown once. */
  readonly recoveryCodes?: readonly string[]
  /** Shown instead, if the page with the form does not allow a redirect to this URL. */
  readonly page?: PageOutcome
}

export interface PageOutcome {
  readonly kind: 'page'
  readonly status: number
  /** Headers in addition to the common ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** Renders the document. The nonce is the one in the Content-Security-Policy header. */
  readonly render: (nonce: string) => Html
  /** Whether the document loads one of the library's scripts. */
  readonly hasScript?: boolean
  /** The origins on other sites that the document loads pictures from. */
  readonly imageOrigins?: readonly string[]
  /** Where the forms of the document redirect in the end. */
  readonly formTarget?: SafeUrl
}

/** One of the library's scripts. It is the same for every visitor. */
export interface ScriptOutcome {
  readonly kind: 'script'
  readonly text: string
}

export interface JsonOutcome {
  readonly kind: 'json'
  readonly status: number
  /** Headers in addition to the common ones. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export function redirectTo(to: SafeUrl): RedirectOutcome {
  return { kind: 'redirect', to }
}

export function showPage(render: (nonce: string) => Html, status = 200): PageOutcome {
  return { kind: 'page', status, render }
}

export function answerJson(body: unknown, status = 200): JsonOutcome {
  return { kind: 'json', status, body }
}
