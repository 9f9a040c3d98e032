import type { Html } from '../http/html.js'
import type { SafeUrl } from './redirects.js'

/** What a flow decided, as data; the engine alone turns it into a `Response`. */
export type Outcome = RedirectOutcome | PageOutcome | JsonOutcome | ScriptOutcome

export interface RedirectOutcome {
  readonly kind: 'redirect'
  readonly to: SafeUrl
  /** Type of the error that the page it leads to is about; told to programs. */
  readonly error?: string
}

export interface PageOutcome {
  readonly kind: 'page'
  readonly status: number
  /** Beyond those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>
  /** Renders the document; the nonce is that of the response's Content-Security-Policy. */
  readonly render: (nonce: string) => Html
  /** Whether the document loads a script of ours. */
  readonly hasScript?: boolean
  /** Where the forms of the document lead in the end. */
  readonly formTarget?: SafeUrl
}

/** A script of ours, the same for everybody. */
export interface ScriptOutcome {
  readonly kind: 'script'
  readonly text: string
}

export interface JsonOutcome {
  readonly kind: 'json'
  readonly status: number
  /** Beyond those that every answer has. */
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
