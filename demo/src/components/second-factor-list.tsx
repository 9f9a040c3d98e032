import { component$ } from '@builder.io/qwik'
import type { SecondFactors } from '../account'

interface SecondFactorListProps {
  /** Undefined for a moment if Qwik 2 updates the numbers before it removes the list. */
  readonly factors: SecondFactors | undefined
}

/** What confirms a sign-in. The built-in pages change it, so this only links to them. */
export const SecondFactorList = component$<SecondFactorListProps>(({ factors }) => (
  <>
    <ul class="rows">
      <li>
        <strong>Authenticator apps</strong>
        <span class="badge">{factors?.apps}</span>
      </li>
      <li>
        <strong>Recovery codes</strong>
        <span class="badge">{factors?.recoveryCodes}</span>
      </li>
      <li>
        <strong>Trusted browsers</strong>
        <span class="badge">{factors?.browsers}</span>
      </li>
    </ul>
    <div class="choices">
      <a class="button" href="/auth/factors?callbackUrl=/account/">
        Change two-step sign-in
      </a>
      <a class="button" href="/vault/">
        Open the vault
      </a>
    </div>
  </>
))
