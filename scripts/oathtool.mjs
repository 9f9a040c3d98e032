import { installFromDebian } from './debian.mjs'
import { run } from './run.mjs'

/**
 * Installs oathtool, whose codes a test compares with ours. Where that fails, the test says that it
 * was skipped.
 */
export async function ensureOathtool() {
  const code = await run('oathtool', ['--version'], { quiet: true }).catch(() => 1)
  if (code !== 0) await installFromDebian('oathtool', ['oathtool'])
}
