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
record Row(int number, long process, NodeState state, Stand lock, long entries, long fence) {

    /** What a node has to do with the lock. */
    enum Stand {
        NOTHING(""),
        WAITS("waits"),
        HOLDS("HOLDS IT"),
        /** Another has come in since, and it does not know that yet. */
        LOST("lost it");

        private final String text;

        Stand(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static Row starting(int number, long process) {
        return new Row(number, process, NodeState.STARTING, Stand.NOTHING, 0, 0);
    }

    /** The same node in another process. */
    Row in(long another) {
        return new Row(number, another, NodeState.STARTING, Stand.NOTHING, entries, fence);
    }

    Row is(NodeState now) {
        boolean gone = now == NodeState.KILLED || now == NodeState.LEFT;
        return new Row(number, process, now, gone ? Stand.NOTHING : lock, entries, fence);
    }

    /** It is a member now; one that has had the lock before was in another process then. */
    Row joined() {
        return is(fence == 0 ? NodeState.RUNNING : NodeState.BACK);
    }

    Row waits() {
        return new Row(number, process, state, Stand.WAITS, entries, fence);
    }

    Row holds(long with) {
        return new Row(number, process, state, Stand.HOLDS, entries, with);
    }

    Row finished() {
        return new Row(number, process, state, Stand.NOTHING, entries + 1, fence);
    }

    /** Another has come in. */
    Row overtaken() {
        return lock == Stand.HOLDS ? new Row(number, process, state, Stand.LOST, entries, fence) : this;
    }

    Row without() {
        return new Row(number, process, state, Stand.NOTHING, entries, fence);
    }
}
