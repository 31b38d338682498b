import { sql } from 'kysely';

/**
 * Over `users as u`: whether somebody's organization requires a second step and they have set none up. Until they have,
 * they may do nothing but set it up.
 */
export const lacksSecondStep = sql<boolean>`(
  coalesce((select case o.settings->>'secondStep' when 'all' then true when 'admins' then u.is_admin end
    from organizations o where o.id = u.organization), false)
  and not exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null))`;
