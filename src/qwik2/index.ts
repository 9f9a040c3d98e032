import {
  _getContextHostElement,
  _serialize,
  implicit$FirstArg,
  isDev,
  isServer,
  noSerialize,
  type QRL,
} from '@qwik.dev/core'
import {
  globalAction$,
  routeLoader$,
  validator$,
  type Action,
  type Loader,
  type RequestEventBase,
  type RequestEventCommon,
} from '@qwik.dev/router'
import { preventSerialization } from '../binding/prevent-serialization.js'
import type { AuthEvent, ConfigQrl as SharedConfigQrl } from '../binding/event.js'
import { explainHooks } from '../binding/explain-hooks.js'
import type { Exposed } from '../binding/exposed.js'
import { findConfig } from '../binding/find-config.js'
import { handleRequest } from '../binding/handle-request.js'
import { rememberInstance, type SessionSource } from '../binding/instances.js'
import { isKeptPrivate } from '../binding/keep-private.js'
import { gateKeptLoader } from '../binding/kept-loader.js'
import { loadSessionForPage } from '../binding/load-session-for-page.js'
import { openInstance, requireVitePlugin } from '../binding/open-instance.js'
import { runSignIn, runSignOut } from '../binding/run-action.js'
import { validateSignIn, validateSignOut } from '../binding/validate-input.js'
import type { AuthConfig, FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInInput, SignInResult, SignOutInput, SignOutResult } from '../model/results.js'
import { expectOnlyInstance } from './only-instance.js'
import { allowBodyCopy } from './allow-body-copy.js'

// Both versions of Qwik share everything except the initializers.
export * from '../binding/index.js'
// An app can augment these modules only if its program contains them.
export type { JWT } from '../jwt.js'
export type { Session } from '../types.js'
export { admitFormPost, type FormPostOptions } from '../core.js'

/** The app's config function, as Qwik passes it to the initializer. */
export type ConfigQrl<S extends DefaultSession> = QRL<
  (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>
>

/** What `FrameworkAuth$` returns. Export all four members from `plugin@auth.ts`. */
export interface FrameworkAuthMembers<S extends DefaultSession = Session> {
  /** Answers the routes under `basePath` and loads the session for all other routes. */
  onRequest: (event: RequestEventCommon) => Promise<void>
  /** The session, or `null` if the visitor is not signed in. */
  useSession: Loader<Exposed<S> | null>
  /** Signs the visitor in. If sign-in is refused, the action returns `failed: true`. */
  useSignIn: Action<SignInResult, SignInInput & Record<string, unknown>>
  /** Signs the user out. */
  useSignOut: Action<SignOutResult, SignOutInput & Record<string, unknown>>
}

/** The type of `FrameworkAuth$` and `routeAuth$`. */
export type FrameworkAuthInitializer = <S extends DefaultSession = Session>(
  config: (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>,
) => FrameworkAuthMembers<S>

/** The form of `routeAuth$` that Qwik's optimizer calls with the extracted config function. */
export function routeAuthQrl<S extends DefaultSession = Session>(
  given: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  // The config function receives Qwik's own event. Only the declared types differ.
  const configQrl = given as unknown as SharedConfigQrl<S>
  if (isServer) {
    requireVitePlugin(typeof __LATCHKEY_VITE__ !== 'undefined')
    openInstance(configQrl, { isDev })
    expectOnlyInstance(configQrl)
  }
  // An id made from the config's hash is the same in the browser and on the server.
  const hash = configQrl.getHash()

  const onRequest = async (event: RequestEventCommon): Promise<void> => {
    if (!isServer) return
    allowBodyCopy(event.request)
    if (event.internalRequest === 'loader') {
      gateKeptLoader({ event, serialize: _serialize, isPrivate: isKeptPrivate })
    }
    await handleRequest(event, configQrl)
  }

  // If the loader had a custom id, the router would not know where to reload it from.
  const useSession = routeLoader$(async (event) => loadSessionForPage(event, configQrl))
  if (isServer) rememberInstance(useSession, configQrl)

  const useSignIn = globalAction$(
    async (input, event) => runSignIn(event, configQrl, input as SignInInput),
    {
      id: `signin-${hash}`,
      invalidate: [useSession],
      validation: [validator$((event, input) => validateSignIn(event, configQrl, input))],
    },
  )

  const useSignOut = globalAction$(
    async (input, event) => runSignOut(event, configQrl, input as SignOutInput),
    {
      id: `signout-${hash}`,
      invalidate: [useSession],
      validation: [validator$((event, input) => validateSignOut(event, input))],
    },
  )

  const hooks = {
    useSession: useSession as FrameworkAuthMembers<S>['useSession'],
    useSignIn: useSignIn as unknown as FrameworkAuthMembers<S>['useSignIn'],
    useSignOut: useSignOut as unknown as FrameworkAuthMembers<S>['useSignOut'],
  }
  if (!isDev) return { onRequest, ...hooks }
  const explained = explainHooks(hooks, configQrl, () => _getContextHostElement() !== undefined)
  if (isServer) rememberInstance(explained.useSession, configQrl)
  return { onRequest, ...explained }
}

/** The form of `FrameworkAuth$` that Qwik's optimizer calls with the extracted config function. */
export function FrameworkAuthQrl<S extends DefaultSession = Session>(
  configQrl: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  return routeAuthQrl(configQrl)
}

/**
 * Adds sign-in, sign-out and sessions to an app. Qwik loads the config function lazily and calls it
 * once per request.
 *
 * Qwik keeps the argument of a `route…$` call on the server. The browser can neither read nor call
 * it. The plugin from `latchkey/vite` enforces this. Without the plugin the server refuses to
 * start.
 *
 * @example
 * ```ts
 * // src/routes/plugin@auth.ts
 * import { routeAuth$ } from 'latchkey/qwik2'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
 *   providers: [GitHub],
 * }))
 * ```
 */
export const routeAuth$: FrameworkAuthInitializer = /*#__PURE__*/ implicit$FirstArg(routeAuthQrl)

/**
 * The same as {@link routeAuth$}. Qwik publishes the argument of a call with this name, so the
 * plugin from `latchkey/vite` renames the call in the browser's files.
 */
export const FrameworkAuth$: FrameworkAuthInitializer =
  /*#__PURE__*/ implicit$FirstArg(FrameworkAuthQrl)

/** The form of `QwikAuth$` that Qwik's optimizer calls with the extracted config function. */
export function QwikAuthQrl<S extends DefaultSession = Session>(
  configQrl: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  return FrameworkAuthQrl(configQrl)
}

/** The same as {@link FrameworkAuth$}, under the name that `@auth/qwik` uses. */
export const QwikAuth$: FrameworkAuthInitializer = /*#__PURE__*/ implicit$FirstArg(QwikAuthQrl)

/**
 * Returns the config for this request, with defaults from the environment. Pass it to the functions
 * of `latchkey/core` together with `event.request`. You can call it in loaders, actions and
 * endpoints. If several instances run for the request, pass the `useSession` of the instance that
 * you mean.
 *
 * The response is kept out of every cache, because what you do with the config depends on the
 * visitor. Qwik never serializes the config. A loader that returns it returns `undefined`.
 */
export async function findAuthConfig<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AuthConfig<S>> {
  return preventSerialization(await findConfig<S>(event, source), noSerialize)
}
