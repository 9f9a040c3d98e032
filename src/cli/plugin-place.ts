import { findInstances } from './find-instances.js'

/** Where the app starts Latchkey. */
export interface PluginPlace {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  /** Whether the path is a file of the app's own, under a name that `init` does not write. */
  readonly isOther: boolean
}

/** The file that `init` writes. */
export const pluginPath = 'src/routes/plugin@auth.ts'

/** Finds the file that starts Latchkey. A second one would answer for the same routes. */
export async function findPluginPlace(folder: string): Promise<PluginPlace> {
  const paths = (await findInstances(folder)).map(({ path }) => path)
  const isOurs = paths.some((path) => /^src\/routes\/plugin@auth\.[jt]sx?$/.test(path))
  const [other] = paths.sort()
  return other === undefined || isOurs
    ? { path: pluginPath, isOther: false }
    : { path: other, isOther: true }
}
