import { component$ } from '@builder.io/qwik'
import {
  routeAction$,
  routeLoader$,
  type DocumentHead,
  type RequestEventCommon,
  type RequestHandler,
} from '@builder.io/qwik-city'
import { requireSession } from 'latchkey'
import type { DemoSession } from '../../auth-config'
import { cancelBooking, listBookings } from '../../bookings'
import { BookingList } from '../../components/booking-list'
import { showAgain } from '../../show-again'
import { textOf } from '../../text-of'

export const head: DocumentHead = { title: 'Harbour office' }

/** For admins. Other members get the error page "Access denied". */
export const onRequest: RequestHandler = async (event) => {
  await requireAdmin(event)
}

/** Each loader and action asks for itself, because each can be called without the page. */
async function requireAdmin(event: RequestEventCommon): Promise<DemoSession> {
  return requireSession<DemoSession>(event, {
    signInUrl: '/login/',
    allow: ({ user }) => user.role === 'admin',
  })
}

export const useAllBookings = routeLoader$(async (event) => {
  await requireAdmin(event)
  return listBookings()
})

export const useCancelAnyBooking = routeAction$(async (fields, event) => {
  await requireAdmin(event)
  cancelBooking(textOf(fields['id']))
  showAgain(event, '/harbour/')
})

export default component$(() => {
  const bookings = useAllBookings()
  const cancel = useCancelAnyBooking()
  return (
    <div class="sheets">
      <h1>Harbour office</h1>
      <p class="lead">All bookings of the club. Only admins see this page.</p>
      <section class="card sheet" aria-labelledby="all">
        <h2 id="all">Booked</h2>
        <BookingList bookings={bookings.value} cancel={cancel} namesMembers />
      </section>
    </div>
  )
})
