import { oldestVersion } from '../oldest-version.js'
import { compareVersions } from '../package-version.js'
import { listPackages, type NamedPackage } from './package-json.js'
import type { ParsedFile } from './parsed-file.js'
import { newestIn } from './version-range.js'

/** A package whose range allows no version that Latchkey works with. */
export interface RaisedPackage extends NamedPackage {
  /** The range that replaces it. */
  readonly to: string
}

/**
 * Finds the ranges of a `package.json` that allow only versions which are too old for Latchkey.
 *
 * @param peers - the versions that Latchkey works with
 */
export function findRaised(
  file: ParsedFile,
  peers: ReadonlyMap<string, string>,
): readonly RaisedPackage[] {
  return listPackages(file).flatMap((one) => {
    const [oldest, newest] = [oldestVersion(peers, one.name), newestIn(one.range)]
    const isOld =
      oldest !== undefined && newest !== undefined && compareVersions(newest, oldest) < 0
    return isOld ? [{ ...one, to: `^${oldest}` }] : []
  })
}
