import { existsSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'

/** The part of Yarn's API for Plug'n'Play that is used here. */
interface PnpApi {
  resolveToUnqualified(name: string, issuer: string): string | null
}

/**
 * Whether Yarn keeps the app's packages in archives that this process cannot open. It can if Yarn
 * has started it.
 */
export function isLockedOut(folder: string): boolean {
  return isPlugAndPlay(folder) && !findApi(folder)
}

/** In a workspace, the file is at its root. */
function isPlugAndPlay(folder: string): boolean {
  if (existsSync(join(folder, '.pnp.cjs'))) return true
  const parent = dirname(folder)
  return parent === folder ? false : isPlugAndPlay(parent)
}

/** Returns the folder of a package that Yarn keeps in an archive. */
export function findArchived(folder: string, name: string): string | undefined {
  try {
    return findApi(folder)?.resolveToUnqualified(name, `${folder}/`) ?? undefined
  } catch {
    // The app does not depend on the package.
    return undefined
  }
}

/** Yarn adds this function to Node's own module. See https://yarnpkg.com/advanced/pnpapi */
function findApi(folder: string): PnpApi | undefined {
  const find: unknown = Reflect.get(nodeModule, 'findPnpApi')
  return isFindApi(find) ? (find(`${folder}/`) ?? undefined) : undefined
}

function isFindApi(value: unknown): value is (path: string) => PnpApi | null {
  return typeof value === 'function'
}
