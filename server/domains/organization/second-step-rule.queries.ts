import { sql } from 'kysely';

/**
 * In SQL, over `users as u`: whether somebody's organization wants a second step of their sign-in and they have set none up.
 * Until they have, nothing is open to them but setting it up.
 */
export const lacksSecondStep = sql<boolean>`(
  coalesce((select case o.settings->>'secondStep' when 'all' then true when 'admins' then u.is_admin end
    from organizations o where o.id = u.organization), false)
  and not exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null))`;
