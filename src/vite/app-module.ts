import { initializerQrls, initializers, ownFolder, packageEntryOf } from './initializers.js'
import type { Resolve } from './module-exports.js'

/** A module that the optimizer made from another module, which the plugin has already seen. */
const segment = /(\.[cm]?[jt]sx?)_\w+_[A-Za-z0-9]{11}\.js$/

/**
 * Whether a module may call an initializer. Only an import or a plugin that adds one gives a module
 * an initializer, and under any name.
 */
export function mayCall(code: string, id: string): boolean {
  if (isForeign(id) || !/\.[cm]?[jt]sx?(?:$|\?)/.test(id) || id.startsWith('\0')) return false
  const names = [...initializers, ...initializerQrls]
  return /\b(?:import|export)\b/.test(code) || names.some((name) => code.includes(name))
}

/**
 * Whether a module is from a package, or was made by the optimizer from a module that was read
 * before.
 */
export function isForeign(id: string): boolean {
  return segment.test(id) || /[\\/]node_modules[\\/]/.test(id) || isOwn(id)
}

/** Whether a module is part of this package, which calls no initializer. */
export function isOwn(id: string): boolean {
  return id.startsWith(ownFolder) || packageEntryOf(id) !== undefined
}

/** `fs` and `events` may be aliases of the app. If they are not, Vite resolves them to a stand-in. */
const standIn = /^\0?__vite-browser-external/

/** Whether a module is the app's own, and not one of a package or of the platform. */
export function isOfApp(id: string): boolean {
  return !/[\\/]node_modules[\\/]/.test(id) && !isOwn(id) && !standIn.test(id)
}

/** Returns the id of the module from which the optimizer made a module, or the id itself. */
export function optimizedFrom(id: string): string {
  return id.replace(segment, '$1')
}

/** Whether a module is the given one, or the optimizer made it from the given one. */
export function isMadeFrom(id: string, original: string): boolean {
  return withoutQuery(id) === original || id.startsWith(`${original}_`)
}

/** Whether an import asks for a file's text or address instead of its exports. */
export function isText(id: string): boolean {
  return /[?&](?:raw|url|inline)(?:[&=]|$)/.test(id)
}

/** Returns the path in a module's id, without what follows `?` or `#`. */
export function withoutQuery(id: string): string {
  return id.replace(/[?#].*$/, '')
}

/**
 * Skips exports of packages whose names do not end as Qwik needs it, because they cannot be
 * initializers. The last look at the bundle follows them as well. The dev server takes each package
 * that is resolved here for one that the browser needs, so there the name decides before.
 */
export function resolveOnly(resolve: Resolve, isDev: boolean): Resolve {
  return async (specifier, importer, name = '') => {
    const isNamed = /(?:\$|Qrl)$/.test(name)
    if (isDev && !isNamed && !/^\.|^latchkey/.test(specifier)) return undefined
    const id = await resolve(specifier, importer)
    const isPackage = id !== undefined && /[\\/]node_modules[\\/]/.test(id)
    return isPackage && !isNamed && packageEntryOf(id) === undefined ? undefined : id
  }
}
