import type { FileEdit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import { findSettings, removeSetting, type Setting } from './settings.js'
import type { ConfigObject } from './trace-config.js'

/** Where a package of Auth.js served its routes, whatever the config said. */
export interface ServedPath {
  readonly packageName: string
  readonly path: string
}

/** A `basePath` that had no effect before the move. */
export interface IgnoredBasePath {
  /** The place, if it is in the config's own object and has to go. */
  readonly gone: Setting | undefined
  readonly edit: FileEdit | undefined
  readonly finding: Finding
}

/**
 * Finds the places where a config sets a `basePath` that Auth.js ignored. Latchkey does what it says.
 * Other code may read an object that is spread into the config, so its option stays.
 *
 * @param isOwn - whether the config is this object itself
 */
export function findIgnoredBasePaths(
  config: ConfigObject,
  isOwn: boolean,
  served: ServedPath,
): readonly IgnoredBasePath[] {
  return findSettings(config, 'basePath')
    .filter(
      ({ file: { ts }, value }) =>
        !value || !ts.isStringLiteralLike(value) || value.text !== served.path,
    )
    .map((setting) => ignore(setting, isOwn, served))
}

function ignore(
  setting: Setting,
  isOwn: boolean,
  { packageName, path }: ServedPath,
): IgnoredBasePath {
  const { file, node } = setting
  const removal = isOwn ? removeSetting(setting) : undefined
  const finding = findingAt(file, node, {
    problem: `${packageName} ignored basePath and served ${path}, but Latchkey would follow it.`,
    cure: cureFor(path, isOwn, removal !== undefined),
  })
  return {
    gone: isOwn ? setting : undefined,
    edit: removal && { path: file.path, ...removal },
    finding,
  }
}

function cureFor(path: string, isOwn: boolean, isRemoved: boolean): string {
  if (isRemoved) return 'move removes the option, so that your URLs stay the same.'
  return isOwn
    ? 'Remove this assignment, so that your URLs stay the same.'
    : `Add basePath: '${path}' to the config after the spread that brings this one, or remove this one if no other code reads it.`
}
