"""The playground: a cluster and an AWS with components at work in real time, for people to try enhancements on."""
