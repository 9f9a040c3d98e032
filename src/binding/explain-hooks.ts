import { InvalidConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'
import { devServerOf } from './dev-server.js'
import { explainMissingPlugin } from './missing-plugin.js'

/** What Qwik says if a hook is called where no component renders. */
const outside = /outside|invocation context|Code\(Q?(?:9|10|14|20)\)/
/** What Qwik 1 says if the file that exports a loader is not part of the route. */
const undeclared = /was not declared|was not invoked/

const calls = {
  useSession: 'call `getSession(event)` instead',
  useSignIn: 'call `signIn(event.request, config, …)` of latchkey/core instead',
  useSignOut: 'call `signOut(event.request, config, …)` of latchkey/core instead',
}

type HookName = keyof typeof calls

interface Surroundings<S extends DefaultSession> {
  readonly configQrl: ConfigQrl<S>
  /** Whether Qwik renders a component, or runs one of its functions, at this moment. */
  readonly isRendering: () => boolean
}

/**
 * Makes hooks say what to do if they are called in the wrong place. Used on the dev server only,
 * because Qwik's own errors do not name our functions and files.
 */
export function explainHooks<Hooks extends Record<HookName, object>, S extends DefaultSession>(
  hooks: Hooks,
  configQrl: ConfigQrl<S>,
  isRendering: () => boolean,
): Hooks {
  const names = Object.keys(calls) as HookName[]
  const explained = names.map((name) => [
    name,
    explainHook(hooks[name], name, { configQrl, isRendering }),
  ])
  // Each proxy has the type of its hook.
  return { ...hooks, ...(Object.fromEntries(explained) as Partial<Hooks>) }
}

function explainHook<S extends DefaultSession>(
  hook: object,
  name: HookName,
  { configQrl, isRendering }: Surroundings<S>,
): object {
  return new Proxy(hook, {
    apply(target, self, args) {
      // Qwik's own check ends the process of the dev server.
      if (!isRendering()) throw new InvalidConfig(explainPlace(name))
      try {
        return Reflect.apply(target as (...given: unknown[]) => unknown, self, args)
      } catch (cause) {
        throw explain(cause, name, configQrl)
      }
    },
  })
}

/** Qwik also throws promises, and errors that are not about the place of the call. */
function explain<S extends DefaultSession>(
  cause: unknown,
  name: HookName,
  configQrl: ConfigQrl<S>,
): unknown {
  if (!(cause instanceof Error)) return cause
  if (undeclared.test(cause.message)) {
    const file = devServerOf(configQrl)?.configFile
    return new InvalidConfig(explainMissingPlugin(file), { cause })
  }
  if (!outside.test(cause.message)) return cause
  return new InvalidConfig(explainPlace(name), { cause })
}

function explainPlace(name: HookName): string {
  return `\`${name}\` was called outside of a component. In a loader, an action, an endpoint or \`server$\`, ${calls[name]}.`
}
