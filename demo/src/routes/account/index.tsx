import { component$ } from '@builder.io/qwik'
import type { DocumentHead, RequestHandler } from '@builder.io/qwik-city'
import { Portrait } from '../../components/portrait'
import { SignOutForm } from '../../components/sign-out-form'
import { useSession } from '../plugin@auth'

export const head: DocumentHead = { title: 'Your account' }

/** Nobody gets further without a session; the sign-in form leads back here. */
export const onRequest: RequestHandler = ({ sharedMap, url, redirect }) => {
  if (sharedMap.get('session')) return
  throw redirect(302, `/login/?${new URLSearchParams({ redirectTo: url.pathname }).toString()}`)
}

const moment = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export default component$(() => {
  const session = useSession()
  if (!session.value) return null
  const { user, expires } = session.value
  return (
    <div class="card profile">
      <div class="identity">
        <Portrait user={user} size="large" />
        <div>
          <h1>{user.name}</h1>
          <p class="muted">{user.email}</p>
        </div>
      </div>
      <dl class="facts">
        <div>
          <dt>Role</dt>
          <dd>
            <span class="badge">{user.role}</span>
          </dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>
            <code>{user.id}</code>
          </dd>
        </div>
        <div>
          <dt>Signed in until</dt>
          <dd>
            <time dateTime={expires}>{moment.format(new Date(expires))} UTC</time>
          </dd>
        </div>
      </dl>
      <SignOutForm />
    </div>
  )
})
