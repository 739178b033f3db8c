package org.peerlock.cli.demo;

/**
 * The status of a node at one moment.
 *
 * @param number from 1
 * @param process the id of its latest process
 * @param lock its relation to the lock
 * @param entries how many entries it has completed
 * @param fence its last fence; 0 if it never entered
 */
record NodeStatus(int number, long process, NodeState state, LockState lock, long entries, long fence) {

    /** The relation of a node to the lock. */
    enum LockState {
        NOTHING(""),
        WAITS("waits"),
        HOLDS("HOLDS IT"),
        /** Another node has entered since, and this one does not know that yet. */
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

    /** It has joined. If it held the lock before, that was in another process. */
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

    /** Another node has entered. */
    NodeStatus overtaken() {
        return lock == LockState.HOLDS ? new NodeStatus(number, process, state, LockState.LOST, entries, fence) : this;
    }

    NodeStatus refused() {
        return new NodeStatus(number, process, state, LockState.NOTHING, entries, fence);
    }
}
