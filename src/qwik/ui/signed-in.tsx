import type { JSXChildren, JSXOutput } from '@builder.io/qwik'
import type { SessionSignal } from './session-signal.js'

/** The properties of {@link SignedIn} and {@link SignedOut}. */
export interface SessionGateProps {
  /** What `useSession()` of your `plugin@auth.ts` returns. */
  readonly session: SessionSignal
  readonly children?: JSXChildren
}

/**
 * Shows its children only to signed-in users. The HTML for other visitors does not contain them.
 *
 * This only chooses what is shown. To protect a page, call `requireSession` on the server.
 */
// A `component$` would not do: Qwik sends the content of a slot that is not shown as a hidden element.
export function SignedIn({ session, children }: SessionGateProps): JSXOutput {
  return session.value ? <>{children}</> : null
}

/** Shows its children only to visitors who are not signed in. */
export function SignedOut({ session, children }: SessionGateProps): JSXOutput {
  return session.value ? null : <>{children}</>
}
