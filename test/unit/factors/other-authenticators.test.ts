import { execFileSync } from 'node:child_process'
import { URI, type TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { encodeBase32 } from '../../../src/factors/base32.js'
import { otpauthUrl } from '../../../src/factors/otpauth-url.js'
import { findStep, stepAt, totpCode } from '../../../src/factors/totp.js'

const secret = Uint8Array.from({ length: 20 }, (_, index) => (index * 37) % 256)
const url = otpauthUrl({ site: 'app.test', account: 'ada@example.com', secret })

describe('authenticators of others', () => {
  const times = [0, 59, 1_111_111_109, 1_700_000_000, 1_800_000_029, 20_000_000_000]

  it.each(times)('otpauth shows our code at second %d', async (seconds) => {
    const app = URI.parse(url) as TOTP
    const code = app.generate({ timestamp: seconds * 1000 })
    expect(code).toBe(await totpCode(secret, stepAt(seconds)))
  })

  const isInstalled = hasOathtool()
  const missing = ' (not installed; run apt-get install oathtool)'
  describe.skipIf(!isInstalled)(`oathtool${isInstalled ? '' : missing}`, () => {
    it.each(times)('shows a code that we accept once at second %d', async (seconds) => {
      const now = `--now=@${seconds}`
      const options = ['--totp', '--base32', now, encodeBase32(secret)]
      const code = execFileSync('oathtool', options, { encoding: 'utf8' }).trim()
      expect(code).toBe(await totpCode(secret, stepAt(seconds)))
      const step = await findStep(secret, code, stepAt(seconds), -1)
      expect(step).toBe(stepAt(seconds))
      expect(await findStep(secret, code, stepAt(seconds), step ?? 0)).toBeUndefined()
    })
  })
})

function hasOathtool(): boolean {
  try {
    execFileSync('oathtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('oathtool is not installed: its codes were not compared with ours.\n')
    return false
  }
}
