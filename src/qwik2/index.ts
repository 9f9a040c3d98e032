import { implicit$FirstArg, isDev, isServer, noSerialize, type QRL } from '@qwik.dev/core'
import { _serialize } from '@qwik.dev/core/internal'
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
import { loadSession } from '../binding/event-state.js'
import type { Exposed } from '../binding/exposed.js'
import { findConfig } from '../binding/find-config.js'
import { handleRequest } from '../binding/handle-request.js'
import { rememberInstance, type SessionSource } from '../binding/instances.js'
import { isKeptPrivate } from '../binding/keep-private.js'
import { gateKeptLoader } from '../binding/kept-loader.js'
import { onlyCure, openInstance, requireVitePlugin } from '../binding/open-instance.js'
import { runSignIn, runSignOut } from '../binding/run-action.js'
import { validateSignIn, validateSignOut } from '../binding/validate-input.js'
import type { AuthConfig, FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInInput, SignInResult, SignOutInput, SignOutResult } from '../model/results.js'
import { expectOnlyInstance } from './only-instance.js'
import { allowBodyCopy } from './allow-body-copy.js'

// All but the initializers is the same in both versions of Qwik.
export * from '../binding/index.js'
export { admitFormPost, type FormPostOptions } from './admit-form-post.js'

/** The config function of the application, as Qwik hands it over. */
export type ConfigQrl<S extends DefaultSession> = QRL<
  (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>
>

/** What `FrameworkAuth$` gives an application; export all four from a `plugin@auth.ts`. */
export interface FrameworkAuthMembers<S extends DefaultSession = Session> {
  /** Answers the routes under `basePath`, and makes the session known to all others. */
  onRequest: (event: RequestEventCommon) => Promise<void>
  /** The session, or `null` when nobody is signed in. */
  useSession: Loader<Exposed<S> | null>
  /** Signs in; refused details come back as `failed: true`. */
  useSignIn: Action<SignInResult, SignInInput & Record<string, unknown>>
  /** Signs out. */
  useSignOut: Action<SignOutResult, SignOutInput & Record<string, unknown>>
}

/** The type of `FrameworkAuth$` and `routeAuth$`. */
export type FrameworkAuthInitializer = <S extends DefaultSession = Session>(
  config: (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>,
) => FrameworkAuthMembers<S>

/** `routeAuth$` after Qwik's optimizer has taken its argument out. */
export function routeAuthQrl<S extends DefaultSession = Session>(
  given: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  // It gets the event of Qwik that we got: only its type has more than ours.
  const configQrl = given as unknown as SharedConfigQrl<S>
  if (isServer) {
    // Its manifest lists functions that are kept on the server, so it cannot show a published one.
    requireVitePlugin(typeof __LATCHKEY_VITE__ !== 'undefined', onlyCure)
    openInstance(configQrl, { isDev })
    expectOnlyInstance(configQrl)
  }
  // From the config's hash: equal in browser and server.
  const hash = configQrl.getHash()

  const onRequest = async (event: RequestEventCommon): Promise<void> => {
    if (!isServer) return
    allowBodyCopy(event.request)
    if (event.internalRequest === 'loader') {
      gateKeptLoader({ event, serialize: _serialize, isPrivate: isKeptPrivate })
    }
    await handleRequest(event, configQrl)
  }

  // With an id of its own, the router would not know from where to load it anew.
  const useSession = routeLoader$(async (event) => loadSession(event, configQrl))
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
      validation: [validator$((_event, input) => validateSignOut(input))],
    },
  )

  return {
    onRequest,
    useSession: useSession as FrameworkAuthMembers<S>['useSession'],
    useSignIn: useSignIn as unknown as FrameworkAuthMembers<S>['useSignIn'],
    useSignOut: useSignOut as unknown as FrameworkAuthMembers<S>['useSignOut'],
  }
}

/** `FrameworkAuth$` after Qwik's optimizer has taken its argument out. */
export function FrameworkAuthQrl<S extends DefaultSession = Session>(
  configQrl: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  return routeAuthQrl(configQrl)
}

/**
 * Adds sign-in, sign-out and sessions to an application, from a config function that is loaded
 * lazily and called once a request.
 *
 * Qwik keeps the argument of a `route…$` call on the server: it is neither published to the browser
 * nor callable from there. The plugin of `latchkey/vite` makes sure of it, and without it the server
 * refuses to start.
 */
export const routeAuth$: FrameworkAuthInitializer = /*#__PURE__*/ implicit$FirstArg(routeAuthQrl)

/**
 * {@link routeAuth$} under another name. Qwik publishes the argument of a call with this name, so the
 * plugin of `latchkey/vite` renames the call in the browser's files.
 */
export const FrameworkAuth$: FrameworkAuthInitializer =
  /*#__PURE__*/ implicit$FirstArg(FrameworkAuthQrl)

/**
 * Returns the config of this request, with the defaults from the environment: what the calls of
 * `latchkey/core` take beside `event.request`. For loaders, actions and endpoints. If several instances
 * run for the request, pass `useSession` of the one that you mean.
 *
 * The answer is kept out of every cache, because what you make with the config depends on the
 * visitor. Qwik never serialises the config: a loader that returns it returns `undefined`.
 */
export async function findAuthConfig<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AuthConfig<S>> {
  return preventSerialization(await findConfig<S>(event, source), noSerialize)
}
