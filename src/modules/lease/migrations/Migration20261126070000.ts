import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Indexes for searching the list by prefix. Medusa models can't declare their operator class. The first three aren't partial, because PostgreSQL
 * takes its estimates only from an index that covers all rows; a bad estimate makes it sort half the table.
 */
const SEARCH_INDEXES = [
  `CREATE INDEX IF NOT EXISTS "IDX_lease_email" ON "lease" (lower("email") text_pattern_ops);`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_application_start" ON "lease" (lower("application_id") text_pattern_ops);`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_hosted_start" ON "lease" (lower("hosted_id") text_pattern_ops);`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_reference_start" ON "lease" ("reference" text_pattern_ops) WHERE deleted_at IS NULL;`,
]

/**
 * Writes steps of pending calls (`tables/steps.ts`), each all or nothing. A step applies only if the call's claim is still valid and the lease's
 * status allows the step. Returns one row per step, in order: the lease after the step, or all nulls.
 */
const LEASE_STEP = `create or replace function lease_step(steps jsonb, moment timestamptz) returns setof lease language plpgsql as $$
declare
  step record;
  pending lease_pending_call;
  held lease;
  changed lease;
begin
  for step in
    select * from jsonb_to_recordset(steps) as step (pending_call_id text, token text, holds_until timestamptz, lease_id text,
      application text, statuses text[], unclaimed boolean, entered text, ended text[], call jsonb, lease jsonb, events jsonb, news jsonb)
  loop
    select * into pending from lease_pending_call where id = step.pending_call_id and claim_token = step.token and state = 'running' and deleted_at is null
      and (step.holds_until is null or due_at > step.holds_until) for update;
    if found then
      select * into held from lease where id = step.lease_id and deleted_at is null
        and (step.application is null or application_id = step.application)
        and (step.statuses is null or status = any(step.statuses))
        and (step.holds_until is null or (held_at is null
          and coalesce(created_at >= (select held_since from lease_store where id = 'store'), true)))
        and (not step.unclaimed or claimed_until is null or claimed_until < moment) for update;
    end if;
    if not found then
      return next null::lease;
      continue;
    end if;
    pending := jsonb_populate_record(pending, step.call);
    update lease_pending_call set state = pending.state, sent = pending.sent, detail = pending.detail, claim_token = pending.claim_token,
      last_error = pending.last_error, finished_at = pending.finished_at, updated_at = moment where id = pending.id;
    if step.entered is not null or step.lease <> '{}' then
      changed := jsonb_populate_record(held, step.lease);
      update lease set status = coalesce(step.entered, status),
        status_at = case when step.entered <> status then moment else status_at end,
        reconcile_at = case when step.entered is null then changed.reconcile_at else moment end,
        alerts = case when alerts = '[]' or step.ended = '{}' then alerts else (
          select coalesce(jsonb_agg(entry order by place), '[]')
          from jsonb_array_elements(alerts) with ordinality as entries (entry, place) where entry->>'code' <> all(step.ended)) end,
        canceled_at = changed.canceled_at, delivered_at = changed.delivered_at, delivery_date = changed.delivery_date,
        delivery_link = changed.delivery_link, order_link = changed.order_link, reductions = changed.reductions,
        returned_at = changed.returned_at, updated_at = moment
      where id = held.id returning * into held;
    end if;
    insert into lease_event (id, lease_id, type, actor, actor_id, detail, created_at, updated_at)
      select id, held.id, type, actor, actor_id, detail, moment, moment
      from jsonb_to_recordset(step.events) as event (id text, type text, actor text, actor_id text, detail jsonb);
    if step.news is not null and held.status_at = moment then
      insert into lease_announcement (id, lease_id, name, bus_at, mail_at, created_at, updated_at)
        select id, held.id, name, bus_at, mail_at, moment, moment from jsonb_populate_record(null::lease_announcement, step.news);
    end if;
    return next held;
  end loop;
end $$;`

/** The tables, as `medusa plugin:db:generate` generates them from the models. */
const TABLES = [
  `create table if not exists "lease" ("id" text not null, "reference" text not null, "cart_id" text not null, "session_id" text null, "order_id" text null, "order_display_id" integer null, "linked_at" timestamptz null, "email" text null, "sales_channel_id" text null, "flow" text check ("flow" in ('api', 'hosted')) not null default 'api', "test" boolean not null default false, "account_id" text null, "application_id" text null, "status" text check ("status" in ('open', 'submitting', 'approved', 'denied', 'pending', 'undecided', 'offered', 'signing', 'signed', 'placing', 'placed', 'delivered', 'returning', 'returned', 'canceling', 'canceled', 'expired', 'superseded')) not null default 'open', "evidence" text check ("evidence" in ('none', 'reported', 'verified', 'attested')) not null default 'none', "service_status" text null, "checked_at" timestamptz null, "verified_at" timestamptz null, "amount" integer null, "currency_code" text not null, "fingerprint" text null, "recipient_hash" text null, "snapshot" jsonb null, "sent" jsonb null, "pricing" jsonb null, "priced_at" timestamptz null, "customer_id" text null, "idempotency_key_hash" text null, "approval_amount" integer null, "approved_until" timestamptz null, "lease_key_hashes" jsonb not null, "signing_link_nonce" text null, "signing_link_hash" text null, "alerts" jsonb not null, "completions" jsonb null, "contract_at" timestamptz null, "contracts_received_at" timestamptz null, "signed_at" timestamptz null, "placed_at" timestamptz null, "canceled_at" timestamptz null, "delivery_date" text null, "delivered_at" timestamptz null, "returned_at" timestamptz null, "to_confirm_since" timestamptz null, "accepted_order" jsonb null, "reductions" jsonb null, "hosted_id" text null, "order_link" text null, "delivery_link" text null, "success_digest" text null, "widget_approved_at" timestamptz null, "widget_tokens" jsonb null, "reconcile_at" timestamptz null, "reconcile_failures" integer not null default 0, "status_at" timestamptz not null, "claim_token" text null, "claimed_until" timestamptz null, "held_at" timestamptz null, "erased_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_pkey" primary key ("id"));`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_reference" ON "lease" ("reference") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_deleted_at" ON "lease" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_open_per_cart" ON "lease" ("cart_id") WHERE deleted_at IS NULL AND status NOT IN ('canceled', 'expired', 'superseded');`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_application" ON "lease" ("application_id") WHERE account_id IS NULL AND deleted_at IS NULL AND application_id IS NOT NULL AND status NOT IN ('denied', 'canceled', 'expired', 'superseded', 'returned');`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_live_per_account_application" ON "lease" ("account_id", "application_id") WHERE account_id IS NOT NULL AND deleted_at IS NULL AND application_id IS NOT NULL AND status NOT IN ('denied', 'canceled', 'expired', 'superseded', 'returned');`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_one_per_order" ON "lease" ("order_id") WHERE deleted_at IS NULL AND order_id IS NOT NULL AND status NOT IN ('canceled', 'expired', 'superseded');`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_order" ON "lease" ("order_id") WHERE deleted_at IS NULL AND order_id IS NOT NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_cart" ON "lease" ("cart_id", "created_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_session" ON "lease" ("session_id") WHERE session_id IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_reconcile" ON "lease" ("reconcile_at") WHERE reconcile_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_customer" ON "lease" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_unerased" ON "lease" ("status_at") WHERE erased_at IS NULL AND status IN ('canceled', 'expired', 'superseded', 'returned', 'delivered', 'open', 'approved', 'denied', 'pending', 'undecided', 'offered') AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_changed" ON "lease" ("status_at", "id") WHERE status <> 'open' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_status" ON "lease" ("status", "status_at", "id") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_channel" ON "lease" ("sales_channel_id", "status_at", "id") WHERE status <> 'open' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_created" ON "lease" ("created_at", "id", "test", "flow", "account_id", "currency_code", "status", "amount", "priced_at", "signed_at", "placed_at", "delivered_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_ended_unpriced" ON "lease" ("created_at") WHERE status IN ('expired', 'superseded') AND priced_at IS NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_delivered" ON "lease" ("delivered_at", "id") WHERE delivered_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_alerts" ON "lease" ("status_at", "id") WHERE alerts <> '[]' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_to_confirm" ON "lease" ("status_at", "id") WHERE to_confirm_since IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_undelivered" ON "lease" ("status_at", "id") WHERE status = 'placed' AND flow = 'api' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_overdue" ON "lease" ("status_at", "id") WHERE status = 'placed' AND flow = 'api' AND alerts <> '[]' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_waiting" ON "lease" ("currency_code", "test", "amount") WHERE status = 'placed' AND flow = 'api' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_awaiting" ON "lease" ("status_at", "id") WHERE status = 'placed' AND evidence IN ('none', 'reported') AND flow = 'api' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_abandoned" ON "lease" ("status_at", "id") WHERE status = 'canceled' AND order_id IS NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_test" ON "lease" ("status_at", "id") WHERE test AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_widget" ON "lease" ("status_at", "id") WHERE flow = 'hosted' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_display" ON "lease" ("order_display_id") WHERE order_display_id IS NOT NULL AND deleted_at IS NULL;`,
  `create table if not exists "lease_announcement" ("id" text not null, "lease_id" text not null, "seq" serial, "name" text not null, "alert" text null, "bus_at" timestamptz null, "mail_at" timestamptz null, "mail_failures" integer not null default 0, "feed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_announcement_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_deleted_at" ON "lease_announcement" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_bus" ON "lease_announcement" ("bus_at") WHERE bus_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_mail" ON "lease_announcement" ("mail_at") WHERE mail_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_feed" ON "lease_announcement" ("feed_at") WHERE feed_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_announcement_lease" ON "lease_announcement" ("lease_id", "seq") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_choice" ("id" text not null, "account_id" text null, "chosen_at" timestamptz not null, "taken_back_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_choice_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_choice_deleted_at" ON "lease_choice" ("deleted_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_code" ("id" text not null, "cart_id" text not null, "lease_id" text null, "key_hash" text not null, "network" text not null, "mailbox" text not null, "code_hash" text null, "send_at" timestamptz null, "tries" integer not null default 0, "used_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_code_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_deleted_at" ON "lease_code" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_code_key" ON "lease_code" ("cart_id", "key_hash") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_network" ON "lease_code" ("network", "created_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_mailbox" ON "lease_code" ("mailbox", "created_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_lease" ON "lease_code" ("lease_id") WHERE lease_id IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_send" ON "lease_code" ("send_at") WHERE send_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_code_created" ON "lease_code" ("created_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_event" ("id" text not null, "lease_id" text not null, "seq" serial, "type" text not null, "actor" text check ("actor" in ('shopper', 'merchant', 'service', 'system')) not null, "actor_id" text null, "detail" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_event_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_event_deleted_at" ON "lease_event" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_event_lease" ON "lease_event" ("lease_id", "seq") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_event_type" ON "lease_event" ("lease_id", "type", "seq") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_event_continuing" ON "lease_event" ("created_at") WHERE type IN ('approval_taken', 'contract_replaced') AND deleted_at IS NULL;`,
  `create table if not exists "lease_origin" ("id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_origin_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_origin_deleted_at" ON "lease_origin" ("deleted_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_outage" ("id" text not null, "failures" integer not null, "since" timestamptz not null, "probe_at" timestamptz null, "probes" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_outage_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_outage_deleted_at" ON "lease_outage" ("deleted_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_pending_call" ("id" text not null, "lease_id" text not null, "kind" text not null, "state" text check ("state" in ('due', 'running', 'done', 'refused', 'unknown', 'resolved_by_hand')) not null default 'due', "attempts" integer not null default 0, "due_at" timestamptz not null, "claim_token" text null, "sent" boolean not null default false, "detail" jsonb not null, "actor" text check ("actor" in ('shopper', 'merchant', 'service', 'system')) not null default 'system', "actor_id" text null, "last_error" jsonb null, "finished_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_pending_call_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_pending_call_deleted_at" ON "lease_pending_call" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_pending_call_one_open_per_kind" ON "lease_pending_call" ("lease_id", "kind") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown');`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_pending_call_one_open_exclusive" ON "lease_pending_call" ("lease_id") WHERE deleted_at IS NULL AND state IN ('due', 'running', 'unknown') AND kind IN ('place_order', 'cancel_contract', 'confirm_delivery', 'return_lease', 'return_lines', 'send_delivery_date');`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_pending_call_due" ON "lease_pending_call" ("due_at") WHERE state IN ('due', 'running') AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_pending_call_lease" ON "lease_pending_call" ("lease_id", "created_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_rate" ("id" text not null, "next_at" timestamptz not null, "slots" jsonb not null, "taken_by" text not null, "waits_rank" integer not null, "waits_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_rate_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_rate_deleted_at" ON "lease_rate" ("deleted_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_request_count" ("id" text not null, "since" timestamptz not null, "requests" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_request_count_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_request_count_deleted_at" ON "lease_request_count" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_request_count_since" ON "lease_request_count" ("since") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_store" ("id" text not null, "database" jsonb not null, "held_since" timestamptz null, "held_by" text null, "copied_at" timestamptz null, "restored" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_store_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_store_deleted_at" ON "lease_store" ("deleted_at") WHERE deleted_at IS NULL;`,
  `create table if not exists "lease_submission" ("id" text not null, "lease_id" text not null, "cart_id" text not null, "idempotency_key_hash" text not null, "network" text not null, "mailbox" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_submission_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_submission_deleted_at" ON "lease_submission" ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_lease_submission_once" ON "lease_submission" ("cart_id", "idempotency_key_hash") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_submission_network" ON "lease_submission" ("network", "created_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_submission_mailbox" ON "lease_submission" ("mailbox", "created_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_submission_lease" ON "lease_submission" ("lease_id") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_submission_counted" ON "lease_submission" ("created_at") WHERE network <> '' AND deleted_at IS NULL;`,
  `create table if not exists "lease_success" ("id" text not null, "cart_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "lease_success_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_lease_success_deleted_at" ON "lease_success" ("deleted_at") WHERE deleted_at IS NULL;`,
]

export class Migration20261126070000 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...TABLES, ...SEARCH_INDEXES, LEASE_STEP]) this.addSql(statement)
  }

  override async down(): Promise<void> {
    const tables = [
      "lease",
      "lease_announcement",
      "lease_choice",
      "lease_code",
      "lease_event",
      "lease_origin",
      "lease_outage",
      "lease_pending_call",
      "lease_rate",
      "lease_request_count",
      "lease_store",
      "lease_submission",
      "lease_success",
    ]
    for (const table of tables) this.addSql(`drop table if exists "${table}" cascade;`)
  }
}
