import type { ApprovalAnswer, ApprovalRequest, Approver } from '../execution/ports.js';
import { systemClock } from '../foundation/clock.js';
import { toJson } from '../foundation/codecs.js';
import type { ApprovalRequested } from '../journal/events.js';
import type { CheckedCall } from '../tool/call-policy.js';
import type { ApprovalDecision, PendingApproval } from './agent-run.js';
import { canWait, findApproverAbove, type LiveRun, type ParentCall } from './live-run.js';

/** What a resumed run knows of a call: what was asked, and what was decided about it. */
export interface RecordedApproval {
  readonly requested: ApprovalRequested;
  readonly decision: ApprovalDecision | undefined;
  /** ISO 8601; undefined for one that comes with the run's going on. */
  readonly decidedAt: string | undefined;
  /** Providers may give an id again in a later turn. */
  readonly turn: number;
}

/** Decides by what people said; what nobody has decided waits, and is recorded. */
export class RecordedApprover implements Approver {
  readonly pending: PendingApproval[] = [];
  #live: LiveRun | undefined;
  #attachedAtMs = 0;

  readonly #canWait: boolean;
  /** Who is asked at once, where a call cannot be waited for. */
  readonly #above: Approver | undefined;

  /** An agent whose caller is no agent's run cannot be resumed in the middle of a call. */
  constructor(
    private readonly known: Map<string, RecordedApproval>,
    parent: ParentCall | undefined,
  ) {
    this.#canWait = canWait(parent);
    this.#above = findApproverAbove(parent);
  }

  /** The run is opened with its approver, so it is known only afterwards. */
  attach(live: LiveRun): void {
    this.#live = live;
    this.#attachedAtMs = this.#now();
  }

  findAsked({ callId }: CheckedCall): { readonly policy: string; readonly reason?: string } | undefined {
    const requested = this.#find(callId)?.requested;
    if (requested === undefined) return undefined;
    const { policy, reason } = requested;
    return { policy, ...(reason === undefined ? {} : { reason }) };
  }

  async decide(request: ApprovalRequest): Promise<ApprovalAnswer> {
    const { callId } = request.call;
    const recorded = this.#find(callId);
    // An approval is for this call with these arguments, and for once.
    if (recorded?.decision !== undefined && recorded.requested.argumentsHash === request.argumentsHash) {
      this.known.delete(callId);
      return this.#isLate(recorded)
        ? {
            approved: false,
            reason: `the approval came after it had expired (${String(recorded.requested.expiresAt)})`,
          }
        : answerOf(recorded.decision);
    }
    if (!this.#canWait && this.#above !== undefined) return this.#above.decide(request);
    if (!this.#canWait)
      return { approved: false, reason: 'nobody can be asked for an agent that works as a tool here' };
    await this.#wait(request, recorded?.requested);
    return 'wait';
  }

  #find(callId: string): RecordedApproval | undefined {
    const recorded = this.known.get(callId);
    return recorded?.turn === this.#live?.steps ? recorded : undefined;
  }

  async #wait(
    { call, argumentsHash, policy, reason }: ApprovalRequest,
    asked: ApprovalRequested | undefined,
  ): Promise<void> {
    const live = this.#live;
    if (live === undefined) return;
    const { callId, tool, run, claims = {} } = call;
    const expiresAt = asked?.argumentsHash === argumentsHash ? asked.expiresAt : this.#expiry();
    const given = run.secrets.maskJson(toJson(call.action));
    const facts = {
      callId,
      toolName: tool.name,
      arguments: given,
      argumentsHash,
      policy,
      ...(reason === undefined ? {} : { reason: run.secrets.mask(reason) }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    if (asked?.argumentsHash !== argumentsHash)
      await live.parts.journal.write({ type: 'approval-requested', ...facts });
    const approval: PendingApproval = { ...facts, claims };
    this.pending.push(approval);
    live.tellOfApproval(approval);
  }

  #now(): number {
    return (this.#live?.parts.options.clock ?? systemClock).now();
  }

  #expiry(): string | undefined {
    const ttlMs = this.#live?.parts.options.approvalTtlMs;
    return ttlMs === undefined ? undefined : new Date(this.#now() + ttlMs).toISOString();
  }

  /** What counts is when it was decided, and not when the process came to it. */
  #isLate({ requested: { expiresAt }, decidedAt }: RecordedApproval): boolean {
    if (expiresAt === undefined) return false;
    const decidedAtMs = decidedAt === undefined ? this.#attachedAtMs : Date.parse(decidedAt);
    return decidedAtMs > Date.parse(expiresAt);
  }
}

const answerOf = ({ approved, reason }: ApprovalDecision): ApprovalAnswer =>
  approved ? { approved } : { approved, ...(reason === undefined ? {} : { reason }) };
