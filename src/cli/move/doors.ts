import { serviceRows } from '../service-rows.js'
import {
  bindingNames,
  coreNames,
  errorNames,
  jwtNames,
  missingBesideProviders,
  namesElsewhere,
  renamed,
  typeNames,
} from './auth-js-names.js'

/** A name of Latchkey, and the entry point that exports it. */
export interface Target {
  readonly specifier: string
  readonly name: string
}

/** What replaces a module of Auth.js. */
export interface Door {
  /** The entry point that an import without names becomes. */
  readonly specifier: string
  /** The entry point for `import * as …` and `export * from …`, if one has the same names. */
  readonly whole?: string
  /** Finds what replaces a name of the module. Returns undefined if Latchkey has no such name. */
  find(name: string): Target | undefined
}

const authJs = /^(?:@auth\/(?:core|qwik)|@builder\.io\/qwik-auth|next-auth)(?:\/|$)/

/** Whether a specifier names a module of Auth.js that `move` replaces. */
export function isAuthJs(specifier: string): boolean {
  return authJs.test(specifier)
}

/** The functions that make an instance. */
export const initializers: ReadonlySet<string> = new Set([
  'QwikAuth$',
  'QwikAuthQrl',
  'serverAuth$',
  'serverAuthQrl',
])

/** Whether a name is an initializer of Latchkey. */
export function isOurInitializer(name: string, specifier: string): boolean {
  return ourInitializers.has(name) && /^latchkey(?:\/qwik2)?$/.test(specifier)
}

/**
 * Whether a name is the function that answers requests with the config in its second argument. An
 * app that calls it has its own binding for Qwik.
 */
export function isHandler(name: string, specifier: string): boolean {
  return name === 'Auth' && /^(?:@auth|latchkey)\/core$/.test(specifier)
}

const ourInitializers: ReadonlySet<string> = new Set([
  'routeAuth$',
  'routeAuthQrl',
  'FrameworkAuth$',
  'FrameworkAuthQrl',
  'QwikAuth$',
  'QwikAuthQrl',
])

/** Every provider that `latchkey/providers/<id>` has. */
const providerIds: ReadonlySet<string> = new Set([
  ...serviceRows.map(([id]) => id),
  'credentials',
  'email',
  'nodemailer',
  'ory-hydra',
  'passkey',
  'webauthn',
])

/**
 * Finds what replaces a module of Auth.js. Returns undefined if nothing does.
 *
 * @param framework - `latchkey` or `latchkey/qwik2`
 */
export function findDoor(specifier: string, framework: string): Door | undefined {
  const provider = /^[^/]+(?:\/[^/]+)?\/providers\/([\w-]+)$/.exec(specifier)?.[1]
  if (provider !== undefined && provider !== 'oauth') return findProvider(provider, framework)
  const name = specifier.replace(/^@auth\/(?:core|qwik)|^@builder\.io\/qwik-auth|^next-auth/, '')
  switch (name) {
    case '':
      if (specifier === 'next-auth') return typesDoor(framework)
      return specifier === '@auth/core'
        ? doorOf('latchkey/core', coreNames)
        : doorOf(framework, bindingNames)
    case '/types':
    case '/adapters':
    case '/providers':
      return { ...typesDoor(framework), whole: `latchkey${name}` }
    case '/providers/oauth':
      return { ...typesDoor(framework), whole: 'latchkey/providers' }
    case '/jwt':
      return { ...doorOf('latchkey/jwt', jwtNames), whole: 'latchkey/jwt' }
    case '/errors':
      return { ...doorOf('latchkey/errors', errorNames), whole: 'latchkey/errors' }
    default:
      return undefined
  }
}

/**
 * Finds the module through which an interface is augmented. All records of Auth.js can be augmented
 * through the binding, and only through it.
 */
export function findAugmented(specifier: string, framework: string): Door | undefined {
  const door = specifier === '@auth/core' ? undefined : findDoor(specifier, framework)
  const isRecord = door?.specifier === framework || door?.specifier === 'latchkey/jwt'
  return isRecord ? doorOf(framework, recordNames) : door
}

const recordNames: ReadonlySet<string> = new Set([...bindingNames, ...typeNames, ...jwtNames])

function doorOf(specifier: string, names: ReadonlySet<string>): Door {
  const find = (name: string): Target | undefined => {
    const found = renamed.get(name) ?? (names.has(name) ? name : undefined)
    return found === undefined ? undefined : { specifier, name: found }
  }
  return { specifier, find }
}

/** The modules of Auth.js with types have their names in the binding, or in an entry point of their own. */
function typesDoor(framework: string): Door {
  const binding = doorOf(framework, typeNames)
  const find = (name: string): Target | undefined => {
    const specifier = namesElsewhere.get(name)
    return specifier === undefined ? binding.find(name) : { specifier, name }
  }
  return { ...binding, find }
}

/** The types beside these providers are those of `@auth/core/providers`. */
const withSharedTypes: ReadonlySet<string> = new Set(['credentials', 'email', 'webauthn'])

function findProvider(id: string, framework: string): Door | undefined {
  if (!providerIds.has(id)) return undefined
  const specifier = `latchkey/providers/${id}`
  const shared = withSharedTypes.has(id) ? typesDoor(framework) : undefined
  return {
    specifier,
    find: (name) => {
      if (!missingBesideProviders.has(name)) return { specifier, name }
      return shared?.find(name)
    },
  }
}
