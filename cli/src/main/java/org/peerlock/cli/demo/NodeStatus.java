package org.peerlock.cli.demo;

/**
 * What is known of a node at one moment.
 *
 * @param number from 1
 * @param process its number in the system; that of its latest process
 * @param lock what it has to do with the lock
 * @param entries how often it has finished what it does under the lock
 * @param fence with which it came in last; 0 if it never did
 */
record NodeStatus(int number, long process, NodeState state, LockState lock, long entries, long fence) {

    /** What a node has to do with the lock. */
    enum LockState {
        NOTHING(""),
        WAITS("waits"),
        HOLDS("HOLDS IT"),
        /** Another has come in since, and it does not know that yet. */
        LOST("lost it");

        private final String text;

        LockState(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static NodeStatus starting(int number, long process) {
        return new NodeStatus(number, process, NodeState.STARTING, LockState.NOTHING, 0, 0);
    }

    /** The same node in another process. */
    NodeStatus restartedAs(long another) {
        return new NodeStatus(number, another, NodeState.STARTING, LockState.NOTHING, entries, fence);
    }

    NodeStatus withState(NodeState now) {
        boolean gone = now == NodeState.KILLED || now == NodeState.LEFT;
        return new NodeStatus(number, process, now, gone ? LockState.NOTHING : lock, entries, fence);
    }

    /** It is a member now; one that has had the lock before was in another process then. */
    NodeStatus joined() {
        return withState(fence == 0 ? NodeState.RUNNING : NodeState.BACK);
    }

    NodeStatus waits() {
        return new NodeStatus(number, process, state, LockState.WAITS, entries, fence);
    }

    NodeStatus holds(long with) {
        return new NodeStatus(number, process, state, LockState.HOLDS, entries, with);
    }

    NodeStatus finished() {
        return new NodeStatus(number, process, state, LockState.NOTHING, entries + 1, fence);
    }

    /** Another has come in. */
    NodeStatus overtaken() {
        return lock == LockState.HOLDS ? new NodeStatus(number, process, state, LockState.LOST, entries, fence) : this;
    }

    NodeStatus refused() {
        return new NodeStatus(number, process, state, LockState.NOTHING, entries, fence);
    }
}
