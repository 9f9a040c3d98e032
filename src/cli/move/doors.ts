import { serviceRows } from '../service-rows.js'
import {
  bindingNames,
  coreNames,
  errorNames,
  jwtNames,
  missingBesideProviders,
  renamed,
  typeNames,
} from './auth-js-names.js'

/** The entry point of Latchkey that replaces a module of Auth.js. */
export interface Door {
  readonly specifier: string
  /** Returns the name that replaces a name of Auth.js, or undefined if the name is gone. */
  rename(name: string): string | undefined
  /** Whether `import * as …` and `export * from …` mean the same in both. */
  readonly isWhole: boolean
}

const authJs = /^(?:@auth\/(?:core|qwik)|@builder\.io\/qwik-auth|next-auth)(?:\/|$)/

/** Whether a specifier names a module of Auth.js that `move` replaces. */
export function isAuthJs(specifier: string): boolean {
  return authJs.test(specifier)
}

/** The functions that make an instance. */
export const initializers: ReadonlySet<string> = new Set(['QwikAuth$', 'serverAuth$'])

/** Whether a name is an initializer of Latchkey. */
export function isOurInitializer(name: string, specifier: string): boolean {
  return ourInitializers.has(name) && /^latchkey(?:\/qwik2)?$/.test(specifier)
}

const ourInitializers: ReadonlySet<string> = new Set(['routeAuth$', 'FrameworkAuth$', 'QwikAuth$'])

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
 * Finds the entry point that replaces a module of Auth.js. Returns undefined if no entry point does.
 *
 * @param framework - `latchkey` or `latchkey/qwik2`
 */
export function findDoor(specifier: string, framework: string): Door | undefined {
  const provider = /^[^/]+(?:\/[^/]+)?\/providers\/([\w-]+)$/.exec(specifier)?.[1]
  if (provider !== undefined && provider !== 'oauth') return findProvider(provider)
  const name = specifier.replace(/^@auth\/(?:core|qwik)|^@builder\.io\/qwik-auth|^next-auth/, '')
  switch (name) {
    case '':
      if (specifier === 'next-auth') return doorOf(framework, typeNames)
      return specifier === '@auth/core'
        ? doorOf('latchkey/core', coreNames)
        : doorOf(framework, bindingNames)
    case '/types':
    case '/adapters':
    case '/providers':
    case '/providers/oauth':
      return doorOf(framework, typeNames)
    case '/jwt':
      return { ...doorOf('latchkey/jwt', jwtNames), isWhole: true }
    case '/errors':
      return { ...doorOf('latchkey/errors', errorNames), isWhole: true }
    default:
      return undefined
  }
}

/**
 * Returns the module to augment. All records of Auth.js can be augmented through the binding, and
 * only through it.
 */
export function findAugmented(specifier: string, framework: string): string | undefined {
  return /\/(?:types|jwt|adapters)$|qwik(?:-auth)?$|^next-auth$/.test(specifier)
    ? framework
    : undefined
}

function doorOf(specifier: string, names: ReadonlySet<string>): Door {
  const rename = (name: string): string | undefined =>
    renamed.get(name) ?? (names.has(name) ? name : undefined)
  return { specifier, rename, isWhole: false }
}

function findProvider(id: string): Door | undefined {
  if (!providerIds.has(id)) return undefined
  return {
    specifier: `latchkey/providers/${id}`,
    rename: (name) => (missingBesideProviders.has(name) ? undefined : name),
    isWhole: false,
  }
}
