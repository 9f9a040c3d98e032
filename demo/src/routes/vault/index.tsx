import { component$ } from '@builder.io/qwik'
import {
  Link,
  routeLoader$,
  type DocumentHead,
  type RequestEventCommon,
  type RequestHandler,
} from '@builder.io/qwik-city'
import { getAuthentication, requireSession } from 'latchkey'
import { Moment } from '../../components/moment'
import { nameMethods } from '../../name-methods'

export const head: DocumentHead = { title: 'The vault' }

/** Asks for two factors that are at most ten minutes old, and leads back here. */
export const onRequest: RequestHandler = async (event) => {
  await requireSession(event, { within: 600, factors: 2, signInUrl: '/login/' })
}

/** When and how the user has proven who they are. */
export const useProof = routeLoader$((event) => readProof(event))

async function readProof(
  event: RequestEventCommon,
): Promise<{ readonly at: string | undefined; readonly methods: readonly string[] }> {
  const proof = await getAuthentication(event)
  return { at: proof?.at?.toISOString(), methods: proof?.methods ?? [] }
}

export default component$(() => {
  const proof = useProof()
  const { at, methods } = proof.value
  return (
    <div class="sheets">
      <div class="card sheet">
        <h1>The vault</h1>
        <p class="lead">The papers of the boats. You have confirmed in two steps that it is you.</p>
        <ul class="rows">
          <li>Insurance of the fleet, valid until 31 December</li>
          <li>Registration of Heron, Otter, Swift and Bittern</li>
        </ul>
        <dl class="facts">
          <div>
            <dt>Confirmed at</dt>
            <dd>{at && <Moment at={at} />}</dd>
          </div>
          <div>
            <dt>Confirmed with</dt>
            <dd>{nameMethods(methods)}</dd>
          </div>
        </dl>
        <Link prefetch="js" class="button" href="/account/">
          Back to your account
        </Link>
      </div>
    </div>
  )
})
